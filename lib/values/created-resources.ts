import * as z from 'zod/mini';

/** What happens to the keys that a revoked key or a removed user has created. */
const CreatedKeys = z.enum(['keep', 'revoke']);
export type CreatedKeys = z.infer<typeof CreatedKeys>;

/** What happens to the webhooks that a revoked key or a removed user has created. */
const CreatedWebhooks = z.enum(['keep', 'disable']);

/** The query of the operations that end a key or a user. */
export const createdQuery = {
  createdKeys: z._default(CreatedKeys, 'keep'),
  createdWebhooks: z._default(CreatedWebhooks, 'keep'),
};

export interface CreatedOptions {
  readonly createdKeys: CreatedKeys;
  readonly createdWebhooks: z.infer<typeof CreatedWebhooks>;
}
