import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../../components/button.tsx';
import { Card } from '../../../../components/page.tsx';
import { SelectField } from '../../../../components/select.tsx';
import type { Draft } from '../draft.ts';
import { useDraft } from '../editor-context.ts';
import type { Account } from '../queries.ts';

type Entries = Draft['threadReassignments'];

/** Another account sends the follow-ups of an account that can no longer send. */
export function Reassignments({ accounts }: { readonly accounts: readonly Account[] }) {
  const { draft, field } = useDraft();
  const { value: entries, onChange } = field<Entries>('threadReassignments');
  const options = accounts.map(({ id, email }) => ({ value: id, label: email }));
  const targets = options.filter(({ value }) => draft.emailAccountIds.includes(value));
  const next = options.find(({ value }) => !entries.some(({ fromAccountId }) => fromAccountId === value));
  const target = targets.find(({ value }) => value !== next?.value);

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
              options={options}
              {...field(`threadReassignments[${index}].fromAccountId`)}
            />
            <SelectField
              label="are sent by"
              options={targets}
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
          disabled={!next || !target}
          onClick={() =>
            next && target && onChange([...entries, { fromAccountId: next.value, toAccountId: target.value }])
          }
        >
          Reassign the follow-ups of an account
        </Button>
      </div>
    </Card>
  );
}
