import { headerEscaping } from '#lib/emails/rendering/escaping.ts';
import type { MergeFields } from '#lib/emails/rendering/merge-fields.ts';
import { type Rendered, renderTemplate } from '#lib/emails/rendering/render.ts';

/** @param seed the email's seed: the same seed renders the same subject */
export function renderSubject(
  source: string,
  fields: MergeFields,
  seed: string,
  missingFields?: 'report' | 'write',
): Rendered {
  return renderTemplate(source, fields, `${seed}.subject`, headerEscaping, missingFields);
}
