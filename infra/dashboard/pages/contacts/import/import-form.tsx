import type { Schemas } from '../../../api/client.ts';
import { detailedMessageOf } from '../../../api/errors.ts';
import { Button } from '../../../components/button.tsx';
import { RestoredNotice } from '../../../components/form/form.tsx';
import type { Option } from '../../../components/form/select.tsx';
import { useDraft } from '../../../components/form/use-draft.ts';
import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Card } from '../../../components/page/page.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import type { ChosenFile } from './csv-preview.ts';
import { FileName } from './file-name.tsx';
import { importDraft } from './import-draft.ts';
import { ImportOptions, initialChoices } from './import-options.tsx';
import { guessColumns, hasAddress, mappingErrors, toMapping } from './mapping.ts';
import { PreviewTable } from './preview-table.tsx';
import { useSendImport } from './use-send-import.ts';

interface ImportFormProps {
  readonly chosen: ChosenFile;
  readonly onChooseOther: () => void;
  /** The campaign that enrols the contacts; by default, the form asks for it. */
  readonly campaign?: Option;
  readonly onImported: (report: Schemas['ImportReport']) => void | Promise<void>;
}

export function ImportForm({ chosen, onChooseOther, campaign: fixedCampaign, onImported }: ImportFormProps) {
  const { file, preview } = chosen;
  const { values, setValues, draft } = useDraft(importDraft(preview.header), {
    fileName: file.name,
    columns: guessColumns(preview.header, preview.addressColumn),
    choices: initialChoices,
  });
  const { columns, choices } = values;
  const errors = mappingErrors(columns);
  const isReady = errors.size === 0 && hasAddress(columns);
  const sending = useSendImport(file, async (report) => {
    draft.remove();
    await onImported(report);
  });
  const start = (): void => {
    const { tags, isUpdating } = choices;
    const campaign = fixedCampaign ?? choices.campaign;
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
        title={<FileName chosen={chosen} />}
        description={countOf(preview.header.length, 'column')}
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
        <ImportOptions
          value={choices}
          onChange={(next) => setValues({ ...values, choices: next })}
          isCampaignFixed={fixedCampaign !== undefined}
        />
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
