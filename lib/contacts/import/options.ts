import * as z from 'zod/mini';
import { ColumnTarget } from '#lib/contacts/import/csv-mapping.ts';
import { jsonText, queryLengthMax } from '#lib/http/json.ts';
import { Tags } from '#lib/values/profile.ts';
import { CampaignId, dictionary, text } from '#lib/values/schemas.ts';

/**
 * The largest request body. In base64 it has 6,000,000 bytes, which leaves 291,456 of Lambda's 6,291,456 bytes for the rest of
 * the event: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const importBytesMax = 4_500_000;
/** The largest file. Only a gzip file can have this size. */
export const importDecodedBytesMax = 10_000_000;

/** Names of the request's fields in error messages. */
export interface ImportFields {
  readonly file: 'body' | 'file' | 'csv';
  /** Precedes the name of an option. */
  readonly optionsPrefix: '' | 'options.';
}

/** The fields of a request with the file as its body and the options in its query. */
export const rawImportFields: ImportFields = { file: 'body', optionsPrefix: '' };

/** The options of an import, with defaults applied. */
export interface ImportOptions {
  readonly onDuplicate: 'skip' | 'update';
  readonly campaignId: string | undefined;
  readonly tags: readonly string[];
  readonly mapping: Readonly<Record<string, string>> | undefined;
}

const mappedColumnsMax = 100;

const Mapping = dictionary(text(1000), z.nullable(ColumnTarget), {
  namesMax: mappedColumnsMax,
  rule: `at most ${mappedColumnsMax} columns`,
});

const options = {
  onDuplicate: z.optional(z.enum(['skip', 'update'])),
  campaignId: z.optional(CampaignId),
};

/** The options as JSON. */
export const ImportSettings = z.strictObject({
  ...options,
  tags: z.optional(Tags),
  mapping: z.optional(Mapping),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

/** The same options as text: tags with commas between them, the mapping as JSON. */
export const ImportQuery = z.strictObject({
  ...options,
  tags: z.optional(
    z.pipe(
      z.pipe(
        text(queryLengthMax),
        z.transform((list: string) => list.split(',')),
      ),
      Tags,
    ),
  ),
  mapping: z.optional(jsonText(Mapping)),
});

const file = text(importDecodedBytesMax);

/** A whole import as JSON. */
export const ImportBody = z.strictObject({ csv: file, options: z.optional(ImportSettings) });
export type ImportBody = z.infer<typeof ImportBody>;

/** The parts of a form. */
export const ImportForm = z.strictObject({ file, options: z.optional(ImportSettings) });

export function withDefaults({ onDuplicate, campaignId, tags, mapping }: ImportSettings): ImportOptions {
  return {
    onDuplicate: onDuplicate ?? 'skip',
    campaignId,
    tags: tags ?? [],
    mapping:
      mapping &&
      Object.fromEntries(Object.entries(mapping).map(([name, target]) => [name, target ?? 'ignore'])),
  };
}
