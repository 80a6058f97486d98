import * as z from 'zod/mini';
import { Scope } from '#lib/values/principal.ts';
import { idSchema, moment, Timestamp, trimmedText } from '#lib/values/schemas.ts';

/**
 * Maximum keys of a workspace. Each key has a rate window, so a workspace's share of the service grows with its keys. All keys
 * of a workspace fit into one transaction with two writes each, so they can all be revoked together.
 */
export const apiKeysMax = 48;

export const ApiKeyId = idSchema('key');

export const NewApiKey = z.strictObject({
  name: trimmedText(100),
  scope: Scope,
  expiresAt: z._default(z.nullable(moment()), null),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

export const ApiKey = z.strictObject({
  id: ApiKeyId,
  name: z.string(),
  scope: Scope,
  prefix: z.string(),
  lastFour: z.string(),
  expiresAt: z.nullable(Timestamp),
  lastUsedAt: z.nullable(Timestamp),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The only response that has the key itself. */
export const CreatedApiKey = z.extend(ApiKey, { key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
