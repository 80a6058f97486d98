import type { Schemas } from '../../../api/client.ts';
import type { Tone } from '../../../components/notice.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { type FilterNames, filterText } from '../filter-text.ts';
import type { BulkAction, BulkJob } from './queries.ts';

const actionLabels: Readonly<Record<BulkAction, string>> = {
  update: 'Set fields',
  add_tags: 'Add tags',
  remove_tags: 'Remove tags',
  delete: 'Delete contacts',
  enrol: 'Add to a campaign',
  remove_from_campaign: 'Remove from a campaign',
};

/** Such as “Add tags: lead, spring”. */
export function titleOf({ action, tags, fields }: BulkJob): string {
  const detail = tags?.join(', ') ?? (fields && Object.keys(fields).join(', '));

  return detail ? `${actionLabels[action]}: ${detail}` : actionLabels[action];
}

export const statusLabels: Readonly<Record<BulkJob['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  cancelling: 'Cancelling',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const statusTones: Readonly<Record<BulkJob['status'], Tone>> = {
  queued: 'neutral',
  running: 'info',
  cancelling: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'warning',
};

export const outcomeLabels: Readonly<Record<Schemas['BulkOutcome'], string>> = {
  changed: 'Changed',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  failed: 'Failed',
};

export const outcomeTones: Readonly<Record<Schemas['BulkOutcome'], Tone>> = {
  changed: 'success',
  unchanged: 'neutral',
  skipped: 'warning',
  failed: 'danger',
};

const reasonTexts: Readonly<Record<string, string>> = {
  suppressed: 'The contact is suppressed.',
  already_enrolled: 'The contact is or was in this campaign.',
  active_elsewhere: 'The contact is in another started campaign.',
  not_found: 'The contact does not exist.',
  campaign_deleted: 'The campaign was deleted.',
  cancelled: 'The job was cancelled before.',
  invalid: 'The contact would violate a rule.',
  unprocessable: 'The contact cannot be processed.',
  part_unfinished: 'This part of the job failed three times.',
};

export const reasonOf = ({ reason, message }: Schemas['BulkJobItem']): string | undefined =>
  message ?? (reason === null ? undefined : (reasonTexts[reason] ?? reason));

/** How the contacts were chosen, such as “Contacts with status bounced”. */
export function selectionText({ filter, contacts }: BulkJob, objectNames?: FilterNames): string {
  if (filter === null)
    return `${contacts === null ? 'Selected' : formatNumber(contacts)} contacts by selection`;

  return Object.keys(filter).length === 0
    ? 'All contacts'
    : `Contacts with ${filterText(filter, objectNames)}`;
}
