import type { MergeFields } from '#lib/emails/merge-fields.ts';
import { headerPlace } from '#lib/emails/place.ts';
import { type Rendered, renderTemplate } from '#lib/emails/render.ts';

/** @param seed of the mail: the same seed renders the same subject */
export function renderSubject(source: string, fields: MergeFields, seed: string): Rendered {
  return renderTemplate(source, fields, `${seed}.subject`, headerPlace);
}
