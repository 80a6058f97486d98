import * as z from 'zod/mini';
import { OpenPasswordReset, User, userName } from '#lib/auth/user.ts';
import { Role } from '#lib/values/role.ts';
import { Timestamp } from '#lib/values/schemas.ts';

/** A user in the list of a workspace. Only owners get `passwordReset`; for other callers it is null. */
export const WorkspaceUser = z.extend(User, {
  createdAt: Timestamp,
  updatedAt: Timestamp,
  passwordReset: z.nullable(OpenPasswordReset),
});
export type WorkspaceUser = z.infer<typeof WorkspaceUser>;

export const UserPatch = z.strictObject({ name: z.optional(userName), role: z.optional(Role) });
export type UserPatch = z.infer<typeof UserPatch>;
