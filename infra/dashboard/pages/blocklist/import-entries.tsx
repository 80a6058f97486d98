import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { detailedMessageOf } from '../../api/errors.ts';
import { refresh, staticList } from '../../api/lists.ts';
import { Notice } from '../../components/notice.tsx';
import { countOf } from '../../components/number.tsx';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { Progress } from '../../components/progress.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { CountTile, CountTiles } from '../contacts/count-tiles.tsx';
import { failedRowColumns } from '../contacts/import/failed-rows.tsx';
import { FileChooser } from '../contacts/import/file-chooser.tsx';
import { importQuery } from '../contacts/import/queries.ts';
import { fileForm, rowsMax } from '../contacts/import/send-import.ts';

const hint = `Up to 10 MB and ${countOf(rowsMax, 'row')}: one address or domain per line, or a CSV file with a column of them.`;

export function ImportEntries(dialog: DialogState) {
  return (
    <Dialog
      {...dialog}
      size="large"
      title="Import addresses and domains"
      description="Contacts with these addresses and domains receive no further emails of campaigns."
    >
      <EntriesImport />
    </Dialog>
  );
}

/** A separate component, so that each opening of the dialog starts without a file. */
function EntriesImport() {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: sendEntries,
    async onSuccess(report) {
      client.setQueryData(importQuery(report.importId).queryKey, report);
      await Promise.all([refresh(client, 'blocklist'), refresh(client, 'contacts')]);
    },
  });
  if (sending.data) return <ImportResult sent={sending.data} />;

  return (
    <div className="stack">
      {sending.error && <Notice tone="danger">{detailedMessageOf(sending.error)}</Notice>}
      {sending.isPending ? (
        <Notice>The file is being imported.</Notice>
      ) : (
        <FileChooser onChoose={(file) => sending.mutate(file)} hint={hint} />
      )}
    </div>
  );
}

/** A large file continues in the background, also after the dialog is closed. */
function ImportResult({ sent }: { readonly sent: Schemas['ImportReport'] }) {
  const { data: report = sent } = useQuery(importQuery(sent.importId));
  const { status, statusReason, created, skipped, duplicatesInFile, failed, errors } = report;

  return (
    <div className="stack">
      {status === 'running' && <Progress label="Rows" value={report.total} max={report.rowsInFile} />}
      {status === 'failed' && (
        <Notice tone="danger" title="Part of the file was not imported">
          {statusReason?.message}
        </Notice>
      )}
      <CountTiles label="Rows by result">
        <CountTile label="Blocked" value={created} />
        <CountTile label="Skipped" value={skipped} help="Blocked before" />
        <CountTile label="Repeated" value={duplicatesInFile} help="In an earlier row" />
        <CountTile label="Failed" value={failed} tone={failed > 0 ? 'danger' : undefined} />
      </CountTiles>
      {errors.length > 0 && (
        <DataTable
          label="Failed rows"
          list={staticList(errors)}
          columns={failedRowColumns}
          rowId={({ row, field }) => `${row} ${field ?? ''}`}
          maxHeight={tableHeightMaxPx}
          empty={null}
        />
      )}
    </div>
  );
}

const tableHeightMaxPx = 320;

async function sendEntries(file: File): Promise<Schemas['ImportReport']> {
  const form = await fileForm(file);

  // The serializer replaces `body`, which is given only because the client requires it.
  return unwrap(api.POST('/blocklist/import', { body: { file: file.name }, bodySerializer: () => form }));
}
