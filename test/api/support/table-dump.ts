import { gunzipSync } from 'node:zlib';
import { deliveryPrefix } from '#lib/webhooks/delivery/delivery-items.ts';
import { withoutDailyWork } from '../../support/daily-work.ts';
import { readStoredItems, type StoredItem } from '../../support/stored-items.ts';

/**
 * All items of a workspace, one line per item, without values that workers change: the dispatcher state and the counters of
 * campaigns, delivery attempts, sends outside of campaigns, statistics, account health, and the places of running exports.
 */
export async function readWorkspace(workspaceId: string): Promise<string[]> {
  const items = await readStoredItems(`W#${workspaceId}#`);
  const isErasing = items.some(({ pk }) => String(pk).includes('#ERASURE#'));

  return (
    items
      .filter(({ pk, sk }) => !isWrittenByWorkers(String(pk), String(sk)))
      // A worker removes it.
      .filter(({ deletedAt }) => deletedAt === undefined)
      .map(withoutAttempts)
      .map((item) => withoutProgress(item, isErasing))
      .map(withoutDailyWork)
      .map(withoutSend)
      .map(toText)
      .sort()
  );
}

function isWrittenByWorkers(pk: string, sk: string): boolean {
  return sk === 'D#DISPATCH' || sk.endsWith('#COUNTERS') || /#(STATS|BULK-JOB#|EXPORT-PLACES)/.test(pk);
}

/** Only the keys of jobs and exports, and of events during an erasure; of a webhook, nothing that its release or replay changes. */
function withoutProgress(item: StoredItem, isErasing: boolean): StoredItem {
  const { pk, sk, gsi3pk: _, gsi3sk: _1, releasingSince: _2, replay: _3, replayJobId: _4, ...others } = item;
  if (/#(JOBS|JOB_QUEUE#|EXPORTS)/.test(String(pk))) return { pk, sk };
  if (isErasing && String(sk).startsWith('EVT#')) return { pk, sk };
  const isReleasing = String(pk).endsWith('#WEBHOOKS') && item['releasingSince'] !== undefined;

  return isReleasing ? { pk, sk, ...others } : item;
}

/** The fields that no worker writes when it sends an email outside of campaigns. */
function withoutSend(item: StoredItem): StoredItem {
  const { pk, sk, nextSendAt: _, sentDay: _1, sentToday: _2, sendingDays: _3, ...others } = item;
  const isDirectEmail = String(pk).endsWith('#SERVICE_EMAILS') || String(sk).startsWith('ANSWER#');

  return isDirectEmail ? { pk, sk } : { pk, sk, ...others };
}

/** The fields of a delivery that a request sets, because attempts may happen concurrently. */
function withoutAttempts(item: StoredItem): StoredItem {
  const { pk, sk, resends } = item;

  return String(sk).startsWith(deliveryPrefix) ? { pk, sk, resends } : item;
}

/**
 * Every attribute of every item as text, with compressed values also decompressed: the view of an attacker
 * with a copy of the table.
 */
export async function readTableAsText(): Promise<string> {
  return (await readStoredItems('')).map(toText).join('\n');
}

/** Maps have no fixed order, so their keys are sorted. */
function toText(item: StoredItem): string {
  return JSON.stringify(item, (_, value) => {
    if (value instanceof Uint8Array) return bytesToText(value);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;

    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function bytesToText(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
