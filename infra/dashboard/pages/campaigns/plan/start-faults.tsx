import { Link } from '@tanstack/react-router';
import type { ApiError } from '../../../api/errors.ts';
import { useCan } from '../../../api/session.ts';
import { Notice } from '../../../components/notice.tsx';
import { letterOf } from '../editor/field-names.ts';

const fieldLabels: Readonly<Record<string, string>> = {
  steps: 'Steps',
  emailAccountIds: 'Email accounts',
  schedule: 'Schedule',
  contactIds: 'Contacts',
};

interface StartFaultsProps {
  readonly error: ApiError;
  readonly campaignId: string;
}

/** Lists every reason why the campaign cannot start. */
export function StartFaults({ error, campaignId }: StartFaultsProps) {
  const canEdit = useCan('member');

  return (
    <Notice tone="warning" title="The campaign cannot start yet">
      <ul className="plain-list">
        {error.details.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{[fieldLabel(path), message].filter(Boolean).join(': ')}</li>
        ))}
      </ul>
      {canEdit && (
        <Link to="/campaigns/$campaignId/edit" params={{ campaignId }}>
          Edit the campaign
        </Link>
      )}
    </Notice>
  );
}

/** `steps[1].variants` is “Step 2”. Undefined for a field without a label. */
function fieldLabel(path: string): string | undefined {
  const step = /^steps\[(\d+)\]/u.exec(path)?.[1];
  const variant = /variants\[(\d+)\]/u.exec(path)?.[1];
  if (step === undefined) return fieldLabels[path];
  const name = `Step ${Number(step) + 1}`;

  return variant === undefined ? name : `${name}, variant ${letterOf(Number(variant))}`;
}
