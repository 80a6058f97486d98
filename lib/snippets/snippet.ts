import * as z from 'zod/mini';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { idSchema, Timestamp, text, trimmedText } from '#lib/values/schemas.ts';

/** Maximum snippets of a workspace: one page shows them all. */
export const snippetsMax = 100;

export const SnippetId = idSchema('snp');

/** Plain text that may have merge fields and choices, as `bodyText` of an email. */
const SnippetText = text(
  2000,
  z.minLength(1),
  z.refine((source) => parseTemplate(source, 'text').faults.length === 0, {
    error: ({ input }) => parseTemplate(String(input), 'text').faults[0],
  }),
);

export const NewSnippet = z.strictObject({ name: trimmedText(100), text: SnippetText });
export type NewSnippet = z.infer<typeof NewSnippet>;

export const SnippetPatch = z.partial(NewSnippet);
export type SnippetPatch = z.infer<typeof SnippetPatch>;

export const Snippet = z.extend(NewSnippet, { id: SnippetId, createdAt: Timestamp, updatedAt: Timestamp });
export type Snippet = z.infer<typeof Snippet>;

export interface StoredSnippet extends Snippet {
  /** Incremented by every change, for optimistic locking. */
  readonly version: number;
}
