import { idSchema } from '#lib/values/schemas.ts';

/** Apart from the account's schemas, so that who only needs an id does not carry them. */
export const EmailAccountId = idSchema('acc');
