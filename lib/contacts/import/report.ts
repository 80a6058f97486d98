import * as z from 'zod/mini';
import { EnrolmentRefusal } from '#lib/campaigns/enrolment/enrolment-report.ts';
import { ContactId, ImportId, Timestamp } from '#lib/values/schemas.ts';

/** Maximum rows of a file. */
export const importRowsMax = 50_000;
/** Maximum contacts imported within the request. They take a tenth of its timeout. */
export const inlineContactsMax = 1000;
/** Maximum row errors that a report lists. */
export const reportedErrorsMax = 1000;
/** Maximum contacts that were not enrolled and that a report lists. */
export const reportedRefusalsMax = 1000;

export const RowError = z.strictObject({
  row: z.int(),
  email: z.nullable(z.string()),
  field: z.nullable(z.string()),
  reason: z.string(),
});
export type RowError = z.infer<typeof RowError>;

/** The campaign may be deleted while the import runs. */
const NotEnrolled = z.array(
  z.strictObject({
    contactId: ContactId,
    reason: z.enum([...EnrolmentRefusal.options, 'campaign_deleted']),
  }),
);

/** Why an import ended before its last row. */
export const ImportFailure = z.strictObject({
  code: z.enum(['import_unfinished']),
  message: z.string(),
  occurredAt: Timestamp,
});
export type ImportFailure = z.infer<typeof ImportFailure>;

/** `total` is the number of processed rows: the sum of created, updated, skipped, duplicatesInFile and failed. */
export const ImportReport = z.strictObject({
  importId: ImportId,
  /** `failed`: the import has ended before its last row. */
  status: z.enum(['running', 'completed', 'failed']),
  statusReason: z.nullable(ImportFailure),
  /** Number of data rows in the file. */
  rowsInFile: z.int(),
  total: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  duplicatesInFile: z.int(),
  failed: z.int(),
  enrolled: z.int(),
  /** The first 1000 contacts that were not enrolled. */
  notEnrolled: NotEnrolled,
  notEnrolledTruncated: z.boolean(),
  errors: z.array(RowError),
  errorsTruncated: z.boolean(),
  warnings: z.array(z.string()),
});
export type ImportReport = z.infer<typeof ImportReport>;
