import { idSchema } from '#lib/values/schemas.ts';

/* A separate module keeps bundles small that need only the id. */

export const ContactId = idSchema('con');
