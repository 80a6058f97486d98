import * as z from 'zod/mini';

/** Roles of users, each with the permissions of all later ones. `infra/openapi/prose/roles.ts` documents them. */
export const Role = z.enum(['owner', 'member', 'viewer']);
export type Role = z.infer<typeof Role>;

/** Whether a role has the permissions of another one. */
export function includesRole(role: Role, required: Role): boolean {
  return Role.options.indexOf(role) <= Role.options.indexOf(required);
}
