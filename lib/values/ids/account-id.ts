import { idSchema } from '#lib/values/schemas.ts';

/** Separate from the account's schemas, so that functions that need only the id do not include them. */
export const EmailAccountId = idSchema('acc');
