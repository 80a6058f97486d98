import { executionPrefix } from '#lib/executions/items.ts';
import type { Item, Update } from '#lib/storage/table.ts';

/** Attributes that describe emails and visits, and the keys of index gsi5: without these keys, later replies do not find it. */
const personalAttributes = [
  ...['thread', 'sentTo', 'serverId', 'messageDomain', 'zone', 'lastOpenAt', 'recentClicks'],
  ...['detail', 'claimedSubject', 'gsi5pk', 'gsi5sk'],
];

/** The write that erases the personal data of an execution; undefined for another item. Its status and counts stay. */
export function executionErasure({ pk, sk }: Item): Update | undefined {
  if (!sk.startsWith(executionPrefix)) return undefined;

  return { update: { pk, sk }, remove: personalAttributes, if: { pk: 'present' } };
}
