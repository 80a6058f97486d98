import { setTimeout as sleep } from 'node:timers/promises';
import { eraseApiKeys } from '#lib/api-keys/erase-workspace.ts';
import { eraseAuditLog } from '#lib/audit-log/erase-workspace.ts';
import { eraseUsers } from '#lib/auth/erase-workspace.ts';
import { eraseBlocklist } from '#lib/blocklist/erase-workspace.ts';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { eraseCampaigns } from '#lib/campaigns/erase-workspace.ts';
import { eraseOutbox } from '#lib/commit/erase-workspace.ts';
import { eraseCompanies } from '#lib/companies/erase-workspace.ts';
import { eraseContactViews } from '#lib/contact-views/erase-workspace.ts';
import { eraseContacts, eraseImports } from '#lib/contacts/erase-workspace.ts';
import { eraseDataKey } from '#lib/crypto/erase-workspace.ts';
import { eraseServiceEmails } from '#lib/direct-emails/erase-workspace.ts';
import { eraseAccounts } from '#lib/email-accounts/erase-workspace.ts';
import { eraseExports } from '#lib/exports/erase-workspace.ts';
import { endpointTimeoutSeconds } from '#lib/http/contract.ts';
import { eraseJobs } from '#lib/jobs/erase-workspace.ts';
import { eraseActivity } from '#lib/maintenance/erase-activity.ts';
import type { Services } from '#lib/runtime/services.ts';
import { eraseSnippets } from '#lib/snippets/erase-workspace.ts';
import { eraseStatistics } from '#lib/statistics/erase-workspace.ts';
import { createEraser, type Eraser } from '#lib/storage/eraser.ts';
import type { Item } from '#lib/storage/table.ts';
import { eraseInvitations } from '#lib/users/erase-workspace.ts';
import { eraseWebhooks } from '#lib/webhooks/erase-workspace.ts';
import { eraseWorkspaceSettings } from '#lib/workspaces/erase-workspace.ts';
import { markAsDeleting, removeWorkspace } from '#lib/workspaces/workspaces.ts';

/** Resolves after a wait. */
type Pause = () => Promise<unknown>;

/** The waits during the deletion of a workspace. Tests replace them. */
export interface DeletionWaits {
  /** Waits between two reads of an email in flight. */
  readonly pause: Pause;
  /** Returns when all requests that were admitted before this call have ended. */
  readonly waitForRequestsEnd: Pause;
}

/** Includes time for the stream consumer, which publishes what the request wrote. */
export const requestEndSeconds = endpointTimeoutSeconds + 5;

export const deletionWaits: DeletionWaits = {
  pause: () => sleep(500),
  waitForRequestsEnd: () => sleep(requestEndSeconds * 1000),
};

/**
 * Deletes a workspace with all its items and exported files. It reads only the partitions of the workspace and the
 * outbox. Idempotent: each step deletes the dependents of an item before the item, so that a repeat continues an interrupted
 * deletion.
 *
 * The deletion waits for each email that was claimed before its account was deleted. So no email is sent after the deletion has
 * ended. After the first pass it waits for requests that were admitted before their credential was deleted. The next pass
 * deletes the items that these requests wrote.
 *
 * Some items without readable personal data are left to expire: idempotency records and rate limit windows within two days,
 * hashes of received Message-IDs and the ids of short unsubscribe links within 400 days.
 * @returns the number of writes, including deletions of items that did not exist
 */
export async function deleteWorkspace(
  services: Services,
  workspaceId: string,
  waits: Partial<DeletionWaits> = {},
): Promise<number> {
  const { pause, waitForRequestsEnd } = { ...deletionWaits, ...waits };
  await markAsDeleting(services, workspaceId);
  const eraser = createEraser(services.table, (item) => waitForOutcome(services, item, pause));
  await erasePass(services, eraser, workspaceId);
  await waitForRequestsEnd();
  // Repeats until a pass deletes nothing: events in flight can add counters after a pass, and indexes are eventually consistent.
  let writesBefore: number;
  do {
    writesBefore = eraser.writeCount();
    await erasePass(services, eraser, workspaceId);
  } while (eraser.writeCount() > writesBefore);
  await removeWorkspace(services, workspaceId);

  return eraser.writeCount();
}

async function erasePass({ table }: Services, eraser: Eraser, workspaceId: string): Promise<void> {
  // Accounts, keys and users are deleted first, so that no email is sent and no request is admitted.
  await eraseAccounts(table, eraser, workspaceId);
  await eraseApiKeys(eraser, workspaceId);
  await eraseUsers(eraser, workspaceId);
  await eraseInvitations(eraser, workspaceId);
  await eraseServiceEmails(eraser, workspaceId);
  await eraseAuditLog(eraser, workspaceId);
  await eraseOutbox(eraser, workspaceId);
  await eraseCampaigns(eraser, workspaceId);
  await eraseWebhooks(eraser, workspaceId);
  await eraseImports(eraser, workspaceId);
  await eraseJobs(eraser, workspaceId);
  await eraseExports(eraser, exportCleaner(), workspaceId);
  await eraseActivity(eraser, workspaceId);
  await eraseContacts(eraser, workspaceId);
  await eraseContactViews(eraser, workspaceId);
  await eraseSnippets(eraser, workspaceId);
  await eraseCompanies(eraser, workspaceId);
  await eraseBlocklist(eraser, workspaceId);
  await eraseStatistics(eraser, workspaceId, undefined);
  await eraseWorkspaceSettings(eraser, workspaceId);
  await eraseDataKey(eraser, workspaceId);
}

/**
 * Returns when no worker has the email of this item in flight, of an execution, an answer or the service: its outcome is recorded, or the
 * worker's lease has expired. A lease is longer than the time-out of the worker's function.
 */
async function waitForOutcome({ table, now }: Services, item: Item, pause: Pause): Promise<void> {
  const { pk, sk } = item;
  let current: Item | undefined = item;
  while (current && isSending(current) && Number(current['leaseUntil']) > now()) {
    await pause();
    current = await table.get({ pk, sk });
  }
}

function isSending({ sendState, status }: Item): boolean {
  return sendState === 'sending' || status === 'sending';
}
