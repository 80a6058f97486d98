import type { Schemas } from '../../../api/client.ts';
import type { StateLabel } from '../../../components/badge.tsx';
import { countOf } from '../../../components/number.tsx';
import { type FilterNames, filterText } from '../filter-text.ts';
import type { BulkAction, BulkJob } from './queries.ts';

const actionLabels: Readonly<Record<BulkAction, string>> = {
  update: 'Set fields',
  add_tags: 'Add tags',
  remove_tags: 'Remove tags',
  delete: 'Delete contacts',
  delete_untouched: 'Delete contacts that are not in use',
  enrol: 'Add to a campaign',
  remove_from_campaign: 'Remove from a campaign',
};

/** Such as “Add tags: lead, spring”. */
export function titleOf({ action, tags, fields }: BulkJob): string {
  const detail = tags?.join(', ') ?? (fields && Object.keys(fields).join(', '));

  return detail ? `${actionLabels[action]}: ${detail}` : actionLabels[action];
}

export const statusLabels: Readonly<Record<BulkJob['status'], StateLabel>> = {
  queued: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  cancelling: { label: 'Cancelling', tone: 'warning' },
  completed: { label: 'Completed', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
};

export const outcomeLabels: Readonly<Record<Schemas['BulkOutcome'], StateLabel>> = {
  changed: { label: 'Changed', tone: 'success' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
};

const changedLabels: Readonly<Partial<Record<BulkAction, string>>> = {
  delete: 'Deleted',
  delete_untouched: 'Deleted',
  enrol: 'Added',
  remove_from_campaign: 'Removed',
};

/** The name of a result of an action, such as “Added” for an enrolled contact. */
export const outcomeLabel = (outcome: Schemas['BulkOutcome'], action: BulkAction): string =>
  (outcome === 'changed' && changedLabels[action]) || outcomeLabels[outcome].label;

const reasonTexts: Readonly<Record<string, string>> = {
  suppressed: 'The contact is unsubscribed, bounced or blocklisted.',
  already_enrolled: 'The contact is or was in this campaign.',
  active_elsewhere: 'The contact is in another started campaign.',
  not_found: 'The contact does not exist.',
  changed_since_creation: 'The contact was changed since it was added.',
  contacted: 'The contact received an email or replied.',
  campaign_deleted: 'The campaign was deleted.',
  cancelled: 'The job was cancelled before this contact.',
  invalid: 'The contact would violate a rule.',
  unprocessable: 'The contact cannot be processed.',
};

export const reasonOf = ({ reason, message }: Schemas['BulkJobItem']): string | undefined =>
  message ?? (reason === null ? undefined : (reasonTexts[reason] ?? reason));

/** How the contacts were chosen, such as “Contacts with status bounced”. */
export function selectionText({ filter, contacts }: BulkJob, objectNames?: FilterNames): string {
  if (filter === null)
    return contacts === null ? 'Selected contacts' : `${countOf(contacts, 'contact')} by selection`;

  return Object.keys(filter).length === 0
    ? 'All contacts'
    : `Contacts with ${filterText(filter, objectNames)}`;
}
