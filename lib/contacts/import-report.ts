import * as z from 'zod/mini';
import { Enrolment } from '#lib/campaigns/enrolment-report.ts';
import { idSchema } from '#lib/http/schemas.ts';

/** Rows of one file; what an import of this size writes fits well into one request's deadline. */
export const importRowsMax = 5000;
export const reportedErrorsMax = 1000;
export const reportedRefusalsMax = 1000;

const RowError = z.strictObject({
  row: z.int(),
  email: z.nullable(z.string()),
  field: z.nullable(z.string()),
  reason: z.string(),
});
export type RowError = z.infer<typeof RowError>;

/** `total` is always the sum of created, skipped, duplicatesInFile and failed. */
export const ImportReport = z.strictObject({
  importId: idSchema('imp'),
  status: z.enum(['completed']),
  total: z.int(),
  created: z.int(),
  skipped: z.int(),
  duplicatesInFile: z.int(),
  failed: z.int(),
  enrolled: z.int(),
  /** The first 1000 of the file's contacts who could not enter the campaign. */
  notEnrolled: Enrolment.shape.notEnrolled,
  notEnrolledTruncated: z.boolean(),
  errors: z.array(RowError),
  errorsTruncated: z.boolean(),
  warnings: z.array(z.string()),
});
export type ImportReport = z.infer<typeof ImportReport>;
