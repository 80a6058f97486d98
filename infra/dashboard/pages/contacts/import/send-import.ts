import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { serviceNow } from '../../../api/clock.ts';
import { countOf } from '../../../components/number.tsx';
import { rememberImport } from './recent-imports.ts';

/** A larger file is compressed, because a request can have at most 4,500,000 bytes. */
const plainBytesMax = 4_000_000;
export const fileBytesMax = 10_000_000;
export const rowsMax = 50_000;
export const columnsMax = 500;

export const fileHint = `Up to 10 MB, ${countOf(rowsMax, 'row')} and ${countOf(columnsMax, 'column')}. Separated by commas, semicolons, tabs or |. Only email addresses are required.`;

/** A form with the file, which is compressed if it is large. */
export async function fileForm(file: File): Promise<FormData> {
  const form = new FormData();
  form.append('file', file.size > plainBytesMax ? await gzip(file) : file, file.name);

  return form;
}

/** Imports a file, and stores its name and its campaign in this browser. */
export async function startImport(
  file: File,
  options: Schemas['ImportSettings'],
  workspaceId: string | undefined,
): Promise<Schemas['ImportReport']> {
  const startedAt = new Date(serviceNow()).toISOString();
  const report = await sendImport(file, options);
  if (workspaceId !== undefined) {
    const { campaignId } = options;
    rememberImport(workspaceId, {
      id: report.importId,
      fileName: file.name,
      startedAt,
      ...(campaignId !== undefined && { campaignId }),
    });
  }

  return report;
}

/** Sends a file with its options as a form. */
async function sendImport(file: File, options: Schemas['ImportSettings']): Promise<Schemas['ImportReport']> {
  const form = await fileForm(file);
  form.append('options', JSON.stringify(options));

  // The serializer replaces `body`, which is given only because the client requires it.
  return unwrap(
    api.POST('/contacts/import', {
      body: { file: file.name, options },
      bodySerializer: () => form,
    }),
  );
}

const gzip = (file: File): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
