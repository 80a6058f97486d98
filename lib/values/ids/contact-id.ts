import { idSchema } from '#lib/values/schemas.ts';

/** Separate module: functions that need only the id do not bundle the contact schemas. */
export const ContactId = idSchema('con');
