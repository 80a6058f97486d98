import { apiKeyCountKey, apiKeysPartition, credentialKey } from '#lib/api-keys/items.ts';
import { auditPartition } from '#lib/audit-log/record.ts';
import { loginKey, userCountKey, userCredentialKey, usersIndex } from '#lib/auth/items.ts';
import { allEntries, blockedDomainKey } from '#lib/blocklist/items.ts';
import {
  campaignPartition,
  campaignsIndex,
  enrolmentLockKey,
  tagEntryKey,
} from '#lib/campaigns/state/items.ts';
import { eventsOfWorkspace } from '#lib/commit/event-queries.ts';
import { outboxPartition, outboxShards } from '#lib/commit/items.ts';
import { setAsideQuery } from '#lib/commit/set-aside.ts';
import { allCompanies, domainClaimKey, nameClaimKey } from '#lib/companies/items.ts';
import { addressClaimKey } from '#lib/contacts/addresses/address-claim.ts';
import { contactsByStatus, tagKey } from '#lib/contacts/items.ts';
import { dataKeyItemKey } from '#lib/crypto/vault.ts';
import { serviceEmailsPartition } from '#lib/direct-emails/items.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import type { Services } from '#lib/runtime/services.ts';
import { statsPartition } from '#lib/statistics/items.ts';
import type { Item } from '#lib/storage/table.ts';
import { invitationsPartition } from '#lib/users/items.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { deliveriesPartition } from '#lib/webhooks/delivery/delivery-items.ts';
import { webhookCountKey, webhooksPartition } from '#lib/webhooks/items.ts';
import { workspaceSettingsKey } from '#lib/workspaces/items.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { eraseBulkJobs, eraseExports, eraseImports, eraseSuppressionJobs } from './erase-jobs.ts';
import { createEraser, type Eraser } from './eraser.ts';
import { type DeletionWaits, waitForOutcome } from './in-flight.ts';

/**
 * Deletes all items and exported files of a workspace. It reads only the partitions of the workspace, the outbox and a
 * worklist. Each step deletes the dependents of an item before the item, so that a repeat can continue an interrupted deletion.
 *
 * The deletion waits for each email that was claimed before its account was deleted. So no email is sent after the deletion has
 * ended. After the first pass it waits for requests that were admitted before their credential was deleted. The next pass
 * deletes the items that these requests wrote.
 *
 * Some items without readable personal data are left to expire: idempotency records and rate limit windows within two days,
 * hashes of received Message-IDs and the ids of short unsubscribe links within 400 days.
 * @returns the number of writes, including deletions of items that did not exist
 */
export async function eraseWorkspace(
  services: Services,
  workspaceId: string,
  { pause, waitForRequestsEnd }: DeletionWaits,
): Promise<number> {
  const eraser = createEraser(services.table, (item) => waitForOutcome(services, item, pause));
  await erasePass(services, eraser, workspaceId);
  await waitForRequestsEnd();
  // Repeats until a pass deletes nothing: events in flight can add counters after a pass, and indexes are eventually consistent.
  let writesBefore: number;
  do {
    writesBefore = eraser.writeCount();
    await erasePass(services, eraser, workspaceId);
  } while (eraser.writeCount() > writesBefore);
  await eraser.deleteKeys([
    apiKeyCountKey(workspaceId),
    userCountKey(workspaceId),
    webhookCountKey(workspaceId),
    enrolmentLockKey(workspaceId),
    dataKeyItemKey(workspaceId),
    workspaceSettingsKey(workspaceId),
    { pk: `W#${workspaceId}#WEBHOOK_LEASES`, sk: 'LEASES' },
  ]);

  return eraser.writeCount();
}

async function erasePass({ table }: Services, eraser: Eraser, workspaceId: string): Promise<void> {
  // Accounts, keys and users are deleted first, so that no email is sent and no request is admitted.
  await eraseAccounts(table, eraser, workspaceId);
  await eraseAccess(eraser, workspaceId);
  await eraseOutbox(eraser, workspaceId);
  await eraser.deleteQueried(setAsideQuery(workspaceId));
  await eraseCampaigns(eraser, workspaceId);
  await eraseWebhooks(eraser, workspaceId);
  await eraseImports(eraser, workspaceId);
  await eraseBulkJobs(eraser, workspaceId);
  await eraseExports(eraser, workspaceId);
  await eraseActivity(eraser, workspaceId);
  await eraseContacts(eraser, workspaceId);
  await eraseCompanies(eraser, workspaceId);
  await eraseBlocklist(eraser, workspaceId);
  await eraseSuppressionJobs(eraser, workspaceId);
  await eraser.deletePartition(statsPartition(workspaceId, undefined));
}

async function eraseAccess(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ pk: apiKeysPartition(workspaceId) }, async (entry) => {
    await eraser.deleteKeys([credentialKey(entry.sk), callerWindowKey(entry.sk), entry]);
  });
  await eraser.forEachItem({ index: 'gsi4', pk: usersIndex(workspaceId) }, async ({ gsi4sk, pk }) => {
    // The credential and the descriptions of its sessions are one partition.
    await eraser.deletePartition(userCredentialKey(String(gsi4sk)).pk);
    await eraser.deleteKeys([callerWindowKey(String(gsi4sk)), loginKey(pk.slice('LOGIN#'.length))]);
  });
  await eraser.deletePartition(invitationsPartition(workspaceId));
  await eraser.deletePartition(serviceEmailsPartition(workspaceId));
  await eraser.deletePartition(auditPartition(workspaceId));
}

/** Deletes events that are not published yet. */
async function eraseOutbox(eraser: Eraser, workspaceId: string): Promise<void> {
  for (let shard = 0; shard < outboxShards; shard += 1) {
    await eraser.forEachItem({ pk: outboxPartition(shard) }, async (record) => {
      if (record['workspaceId'] === workspaceId) await eraser.deleteKeys([record]);
    });
  }
}

async function eraseCampaigns(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ index: 'gsi1', pk: campaignsIndex(workspaceId) }, async (campaign) => {
    await eraser.deleteKeys(
      stringsIn(campaign['tags']).map((tag) => tagEntryKey(workspaceId, tag, String(campaign['gsi1sk']))),
    );
    await eraser.deletePartition(statsPartition(workspaceId, String(campaign['gsi1sk'])));
    await eraser.deletePartition(campaign.pk);
  });
}

async function eraseWebhooks(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.forEachItem({ pk: webhooksPartition(workspaceId) }, async (webhook) => {
    await eraser.deletePartition(deliveriesPartition(workspaceId, webhook.sk));
    await eraser.deleteKeys([webhook]);
  });
}

/** Deletes the partitions that events refer to, including partitions of deleted contacts and campaigns. */
async function eraseActivity(eraser: Eraser, workspaceId: string): Promise<void> {
  const erasedScopes = new Set<string>();
  for (const pk of eventsOfWorkspace(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi5', pk }, async (event) => {
      for (const id of scopesOf(event).filter((scope) => !erasedScopes.has(scope))) {
        erasedScopes.add(id);
        await eraser.deletePartition(statsPartition(workspaceId, id));
        if (id.startsWith('cmp_')) await eraser.deletePartition(campaignPartition(workspaceId, id));
      }
      await eraseSubject(eraser, workspaceId, event.pk);
    });
  }
}

/** The campaigns and accounts of an event, which have statistics. */
function scopesOf({ payload }: Item): string[] {
  return typeof payload === 'string' ? (payload.match(/\b(cmp|acc)_[0-9A-Z]{26}\b/g) ?? []) : [];
}

async function eraseContacts(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of contactsByStatus(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi1', pk }, (contact) =>
      eraseSubject(eraser, workspaceId, contact.pk),
    );
  }
}

/** Deletes the partition of a contact or campaign, with the tags and the address claim of a contact. */
async function eraseSubject(eraser: Eraser, workspaceId: string, pk: string): Promise<void> {
  await eraser.deletePartition(pk, async (item) => {
    if (item.sk !== 'CONTACT') return;
    await eraser.deleteKeys([
      ...stringsIn(item['tags']).map((tag) => tagKey(workspaceId, tag, String(item['id']))),
      addressClaimKey(workspaceId, normaliseEmail(String(item['email']))),
    ]);
  });
}

async function eraseCompanies(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allCompanies(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi1', pk }, async (company) => {
      const { domain, name } = company;
      await eraser.deleteKeys([
        ...(typeof domain === 'string' ? [domainClaimKey(workspaceId, domain)] : []),
        nameClaimKey(workspaceId, String(name)),
        { pk: company.pk, sk: company.sk },
      ]);
    });
  }
}

async function eraseBlocklist(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allEntries(workspaceId).partitions) {
    await eraser.forEachItem({ pk }, async (entry) => {
      const value = String(entry['value']);
      const claimKey =
        entry['type'] === 'domain'
          ? blockedDomainKey(workspaceId, value)
          : addressClaimKey(workspaceId, value);
      await eraser.deleteKeys([claimKey, entry]);
    });
  }
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
