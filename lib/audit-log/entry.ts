import * as z from 'zod/mini';
import { idSchema, Timestamp } from '#lib/values/schemas.ts';

export const actorTypes = ['api_key', 'user', 'operator'] as const;

/** Types of resources by the prefix of their ids. */
export const resourceTypesByPrefix = {
  acc: 'email_account',
  bjb: 'bulk_job',
  blk: 'blocklist_entry',
  cmp: 'campaign',
  com: 'company',
  con: 'contact',
  cvw: 'contact_view',
  exp: 'export',
  imp: 'import',
  inv: 'invitation',
  key: 'api_key',
  rpl: 'reply',
  ses: 'session',
  snp: 'snippet',
  usr: 'user',
  whk: 'webhook',
  wsp: 'workspace',
} as const;

/** A changed field of the resource. */
export const AuditChange = z.strictObject({
  field: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

export type ResourceType = (typeof resourceTypesByPrefix)[keyof typeof resourceTypesByPrefix];

export const resourceTypes = Object.values(resourceTypesByPrefix);

/** Null for an id of a type that this version does not know. */
export function resourceTypeOf(resourceId: string | undefined): ResourceType | null {
  const prefix = resourceId?.split('_')[0] ?? '';
  const types: Readonly<Record<string, ResourceType>> = resourceTypesByPrefix;

  return Object.hasOwn(types, prefix) ? (types[prefix] ?? null) : null;
}

const Actor = z.strictObject({
  type: z.enum(actorTypes),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
});

/** One change of a workspace, with its author. */
export const AuditEntry = z.strictObject({
  id: idSchema('aud'),
  occurredAt: Timestamp,
  actor: Actor,
  operation: z.string(),
  resourceType: z.nullable(z.enum(resourceTypes)),
  resourceId: z.nullable(z.string()),
  resourceName: z.nullable(z.string()),
  fields: z.array(z.string()),
  changes: z.array(AuditChange),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
