import { idSchema } from '#lib/values/schemas.ts';

/* A separate module keeps bundles small: see `contact-id.ts`. */

export const BulkJobId = idSchema('bjb');
