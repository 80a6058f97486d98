import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../../components/button.tsx';
import { SelectField } from '../../../../components/form/select.tsx';
import { Card } from '../../../../components/page/page.tsx';
import type { EmailAccount } from '../../queries.ts';
import type { Draft } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';

type Entries = Draft['threadReassignments'];

/** Another account sends the follow-ups of an account that can no longer send. */
export function Reassignments({ accounts }: { readonly accounts: readonly EmailAccount[] }) {
  const { draft, field } = useEditorContext();
  const { value: entries, onChange } = field<Entries>('threadReassignments');
  const sourceOptions = accounts.map(({ id, email }) => ({ value: id, label: email }));
  const targetOptions = sourceOptions.filter(({ value }) => draft.emailAccountIds.includes(value));
  const unassignedSource = sourceOptions.find(
    ({ value }) => !entries.some(({ fromAccountId }) => fromAccountId === value),
  );
  const target = targetOptions.find(({ value }) => value !== unassignedSource?.value);

  return (
    <Card
      title="Follow-ups of other accounts"
      description="If an account is disconnected, another one can continue its conversations in the same threads."
    >
      <div className="form">
        {entries.map(({ fromAccountId }, index) => (
          <div key={fromAccountId} className="reassignment">
            <SelectField
              label="Follow-ups of"
              options={sourceOptions}
              {...field(`threadReassignments[${index}].fromAccountId`)}
            />
            <SelectField
              label="are sent by"
              options={targetOptions}
              {...field(`threadReassignments[${index}].toAccountId`)}
            />
            <IconButton
              label="Remove this reassignment"
              icon={<Trash2 />}
              onClick={() => onChange(entries.filter((_, position) => position !== index))}
            />
          </div>
        ))}
        <Button
          size="small"
          icon={<Plus />}
          disabled={!unassignedSource || !target}
          onClick={() =>
            unassignedSource &&
            target &&
            onChange([...entries, { fromAccountId: unassignedSource.value, toAccountId: target.value }])
          }
        >
          Reassign the follow-ups of an account
        </Button>
      </div>
    </Card>
  );
}
