import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { detailedMessageOf } from '../../../api/errors.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { ColumnMapping } from '../../contacts/import/column-mapping.tsx';
import { FileName } from '../../contacts/import/file-name.tsx';
import { hasAddress, mappingErrors, toMapping } from '../../contacts/import/mapping.ts';
import { useSendImport } from '../../contacts/import/use-send-import.ts';
import type { ChosenPeople } from './chosen-people.ts';
import { useSaveDraft } from './save-draft.ts';

interface AddPeopleProps {
  readonly people: ChosenPeople;
  readonly onChange: (people: ChosenPeople | undefined) => void;
}

/** The columns of the chosen file, and the import into the draft campaign. */
export function AddPeople({ people, onChange }: AddPeopleProps) {
  const { chosen, columns } = people;
  const { preview } = chosen;
  const [isOpen, setOpen] = useState(false);
  const errors = mappingErrors(columns);
  const isReady = errors.size === 0 && hasAddress(columns);
  const isShown = isOpen || !isReady;
  const usedCount = columns.filter(({ target }) => target !== 'ignore').length;
  const { mutate, error, isPending } = useAddPeople(people, onChange);

  return (
    <div className="stack">
      <h3>
        <FileName chosen={chosen} />
      </h3>
      <Button
        variant="quiet"
        size="small"
        className="first-toggle"
        icon={isShown ? <ChevronDown /> : <ChevronRight />}
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
      >
        {`${usedCount} of ${countOf(columns.length, 'column')} mapped`}
      </Button>
      {isShown && (
        <ColumnMapping
          columns={columns}
          rows={preview.rows}
          errors={errors}
          onChange={(changed) => onChange({ ...people, columns: changed })}
        />
      )}
      {!hasAddress(columns) && (
        <Notice tone="warning">Choose the column that has the email addresses.</Notice>
      )}
      {error && <Notice tone="danger">{detailedMessageOf(error)}</Notice>}
      <div className="row">
        <Button variant="primary" disabled={!isReady} isPending={isPending} onClick={() => mutate()}>
          {`Import ${countOf(preview.rowCount, 'row')}`}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={() => onChange(undefined)}>
          Choose another file
        </Button>
      </div>
    </div>
  );
}

/** Imports the people into the draft campaign. The file stays for the preview. */
function useAddPeople(people: ChosenPeople, onChange: AddPeopleProps['onChange']) {
  const { mutateAsync: saveDraft } = useSaveDraft();
  const { mutateAsync: send } = useSendImport(people.chosen.file, () =>
    onChange({ ...people, isAdded: true }),
  );

  return useMutation({
    async mutationFn() {
      const { id: campaignId } = await saveDraft({});

      return send({ onDuplicate: 'skip', mapping: toMapping(people.columns), campaignId });
    },
  });
}
