import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client.ts';
import { detailedMessageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { RestoredNotice } from '../../../components/form/form.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Card } from '../../../components/page/page.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import type { ChosenFile } from './csv-preview.ts';
import { importDraft } from './import-draft.ts';
import { ImportOptions, initialChoices } from './import-options.tsx';
import { guessColumns, hasAddress, mappingErrors, toMapping } from './mapping.ts';
import { PreviewTable } from './preview-table.tsx';
import { importQuery } from './queries.ts';
import { startImport } from './send-import.ts';

interface ImportFormProps {
  readonly chosen: ChosenFile;
  readonly onChooseOther: () => void;
}

export function ImportForm({ chosen: { file, preview }, onChooseOther }: ImportFormProps) {
  const { values, setValues, draft } = useDraft(importDraft(preview.header), {
    fileName: file.name,
    columns: guessColumns(preview.header, preview.addressColumn),
    choices: initialChoices,
  });
  const { columns, choices } = values;
  const errors = mappingErrors(columns);
  const isReady = errors.size === 0 && hasAddress(columns);
  const sending = useSendImport(file, draft.remove);
  const start = (): void => {
    const { tags, campaign, isUpdating } = choices;
    sending.mutate({
      onDuplicate: isUpdating ? 'update' : 'skip',
      mapping: toMapping(columns),
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(campaign && { campaignId: campaign.value }),
    });
  };

  return (
    <>
      <RestoredNotice draft={draft} />
      <Card
        title={file.name}
        description={`${countOf(preview.rowCount, 'row')}, ${countOf(preview.header.length, 'column')}`}
        actions={<Button onClick={onChooseOther}>Choose another file</Button>}
      >
        <PreviewTable preview={preview} columns={columns} />
      </Card>
      <Card
        title="Columns"
        description="The names of the columns suggest their targets. Change what does not fit."
      >
        <ColumnMapping
          columns={columns}
          rows={preview.rows}
          errors={errors}
          onChange={(next) => setValues({ ...values, columns: next })}
        />
      </Card>
      <Card title="Options">
        <ImportOptions value={choices} onChange={(next) => setValues({ ...values, choices: next })} />
      </Card>
      {!hasAddress(columns) && (
        <Notice tone="warning">Choose the column that has the email addresses.</Notice>
      )}
      {sending.error && <Notice tone="danger">{detailedMessageOf(sending.error)}</Notice>}
      <div className="form-actions">
        <Button variant="primary" disabled={!isReady} isPending={sending.isPending} onClick={start}>
          {`Import ${countOf(preview.rowCount, 'row')}`}
        </Button>
      </div>
    </>
  );
}

function useSendImport(file: File, removeDraft: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();

  return useMutation({
    mutationFn: (options: Schemas['ImportSettings']) => startImport(file, options, session?.workspaceId),
    async onSuccess(report) {
      removeDraft();
      client.setQueryData(importQuery(report.importId).queryKey, report);
      await navigate({ to: '/contacts/imports/$importId', params: { importId: report.importId } });
      await Promise.all(
        ['contacts', 'companies', 'campaigns', 'imports'].map((type) => refresh(client, type)),
      );
    },
  });
}
