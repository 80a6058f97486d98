import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { importRowsSetAside } from '#lib/contacts/metric.ts';

/** What the contracts of all imports of files have in common. */
export const fileUpload = {
  bodyBytesMax: importBytesMax,
  decodedBytesMax: importDecodedBytesMax,
  memoryMb: 1024,
  metrics: [importRowsSetAside],
  responses: { 200: ImportReport, 202: ImportReport },
  location: '/contacts/imports/{importId}',
} as const;
