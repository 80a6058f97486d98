import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { jobItemsSetAside } from '#lib/jobs/metric.ts';

/** What the contracts of all imports of files have in common. */
export const fileUpload = {
  bodyBytesMax: importBytesMax,
  decodedBytesMax: importDecodedBytesMax,
  memoryMb: 1024,
  metrics: [jobItemsSetAside],
  responses: { 200: ImportReport, 202: ImportReport },
  location: '/contacts/imports/{importId}',
} as const;
