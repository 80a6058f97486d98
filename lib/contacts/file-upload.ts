import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { jobItemsSetAside } from '#lib/jobs/metric.ts';

/** Limits, memory, metrics, responses and location of all imports of files. */
export const fileUpload = {
  bodyBytesMax: importBytesMax,
  decodedBytesMax: importDecodedBytesMax,
  memoryMb: 1024,
  metrics: [jobItemsSetAside],
  responses: { 200: ImportReport, 202: ImportReport },
  location: '/contacts/imports/{importId}',
} as const;
