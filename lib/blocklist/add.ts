import type { NewBlocklistEntry } from '#lib/blocklist/entry.ts';
import { blockedDomainKey, entryPut, toBlockingEntryId } from '#lib/blocklist/items.ts';
import { startSuppressionJob } from '#lib/blocklist/job.ts';
import { getEntry } from '#lib/blocklist/read.ts';
import { type Addition, newEntry, planSuppression } from '#lib/blocklist/suppress.ts';
import { normaliseBlocked } from '#lib/blocklist/value.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Plans a new entry. This transaction suppresses an address; a job suppresses the contacts of a domain. New contacts are
 * suppressed immediately in both cases. A value that is already on the list changes nothing.
 * @throws Problem 422 for a value that is neither an address nor a domain
 */
export async function planAddition(
  services: Services,
  workspaceId: string,
  { value: text, reason, note }: NewBlocklistEntry,
): Promise<Addition> {
  const blocked = normaliseBlocked(text);
  if (!blocked) throw invalidField('value', 'custom', 'must be an email address or a domain');
  const { type, value } = blocked;
  // `newEntry` also takes a domain as `address`.
  const suppression = { address: value, status: 'blocklisted', reason, note } as const;
  if (type === 'email') return planSuppression(services, workspaceId, suppression);
  const existing = await services.table.get(blockedDomainKey(workspaceId, value));
  const existingId = toBlockingEntryId(existing);
  if (existingId !== undefined) {
    const result = await getEntry(services.table, workspaceId, existingId);

    return { isNew: false, change: { writes: [], result } };
  }

  // The job counts the suppressed contacts.
  const entry = newEntry(suppression, 0, services.now());
  const job = startSuppressionJob(workspaceId, 'apply', entry, services.now());
  const writes = [
    entryPut(workspaceId, entry),
    {
      put: { ...blockedDomainKey(workspaceId, value), entryId: entry.id },
      if: { pk: 'absent' },
      otherwise: () => new StaleDecision('the domain was blocked concurrently'),
    } as const,
    ...job.writes,
  ];

  return { isNew: true, change: { writes, result: entry, messages: job.messages } };
}
