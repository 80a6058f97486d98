import { idSchema } from '#lib/values/schemas.ts';

/* By itself, for the many who know contacts by their ids only: a bundle carries all of a module that it loads. */

export const ContactId = idSchema('con');
