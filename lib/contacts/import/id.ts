import { idSchema } from '#lib/values/schemas.ts';

/* By itself, for the workers who know imports by their ids only: see `contact-id.ts`. */

export const ImportId = idSchema('imp');
