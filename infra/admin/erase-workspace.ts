import { apiKeyCountKey, apiKeysPartition, credentialKey } from '#lib/api-keys/items.ts';
import { loginKey, userCountKey, userCredentialKey, usersIndex } from '#lib/auth/items.ts';
import { allEntries, blockedDomainKey, jobKey } from '#lib/blocklist/items.ts';
import { campaignPartition, campaignsIndex, enrolmentTurnKey, tagEntryKey } from '#lib/campaigns/items.ts';
import { activityOfKinds, outboxPartition, outboxShards } from '#lib/commit/items.ts';
import { allCompanies, domainClaimKey, nameClaimKey } from '#lib/companies/items.ts';
import { addressClaimKey } from '#lib/contacts/addresses/address-items.ts';
import { importsIndex } from '#lib/contacts/import/items.ts';
import { importQueuePartition } from '#lib/contacts/import/queue.ts';
import { contactsByStatus, tagKey } from '#lib/contacts/items.ts';
import { dataKeyKey } from '#lib/crypto/vault.ts';
import {
  addressClaimKey as accountClaimKey,
  accountsPartition,
  settingsKey,
} from '#lib/email-accounts/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { statsPartition } from '#lib/statistics/items.ts';
import type { Item } from '#lib/storage/table.ts';
import { worklistPartitions } from '#lib/storage/worklist.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { deliveriesPartition } from '#lib/webhooks/delivery/delivery-items.ts';
import { webhookCountKey, webhooksPartition } from '#lib/webhooks/items.ts';
import { createEraser, type Eraser } from './eraser.ts';

type Table = Services['table'];

/**
 * Deletes everything in a workspace, and reads no other partitions than its own, the outbox and a worklist. Each step deletes what
 * depends on an item before the item itself, so a deletion that stops halfway finds the rest when it is repeated.
 *
 * Some items hold no data that a person could read and expire by themselves: idempotency records and rate windows
 * within two days, hashes of received Message-IDs within 400 days.
 * @returns how many items were deleted
 */
export async function eraseWorkspace(table: Table, workspaceId: string): Promise<number> {
  const eraser = createEraser(table);
  // Events that are being published may add counters behind the first pass, and indexes lag behind the table.
  for (let before = -1; before < eraser.deleted(); ) {
    before = eraser.deleted();
    // Without accounts nothing is sent; without keys and users, nothing is added.
    await eraseAccounts(eraser, workspaceId);
    await eraseAccess(eraser, workspaceId);
    await eraseOutbox(eraser, workspaceId);
    await eraseCampaigns(eraser, workspaceId);
    await eraseWebhooks(eraser, workspaceId);
    await eraseImports(eraser, workspaceId);
    await eraseActivity(eraser, workspaceId);
    await eraseContacts(eraser, workspaceId);
    await eraseCompanies(eraser, workspaceId);
    await eraseBlocklist(eraser, workspaceId);
    await eraseSuppressionJobs(eraser, workspaceId);
    await eraser.partition(statsPartition(workspaceId, undefined));
  }
  await eraser.keys([
    ...[apiKeyCountKey, userCountKey, webhookCountKey, enrolmentTurnKey, dataKeyKey].map((key) =>
      key(workspaceId),
    ),
    { pk: `W#${workspaceId}#WEBHOOK_LEASES`, sk: 'LEASES' },
  ]);

  return eraser.deleted();
}

async function eraseAccounts(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.each({ pk: accountsPartition(workspaceId) }, async (account) => {
    const claim = accountClaimKey(workspaceId, normaliseEmail(String(account['email'])));
    await eraser.partition(statsPartition(workspaceId, account.sk));
    const parts: Item[] = [];
    await eraser.each({ pk: settingsKey(workspaceId, account.sk).pk }, async (part) => void parts.push(part));
    // In one transaction: each email is claimed in the account's own item, so from here on nothing is sent.
    await eraser.keys([account, claim, ...parts]);
  });
}

async function eraseAccess(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.each({ pk: apiKeysPartition(workspaceId) }, async (entry) => {
    await eraser.keys([credentialKey(entry.sk), entry]);
  });
  await eraser.each({ index: 'gsi4', pk: usersIndex(workspaceId) }, async ({ gsi4sk, pk }) => {
    await eraser.keys([userCredentialKey(String(gsi4sk)), loginKey(pk.slice('LOGIN#'.length))]);
  });
}

/** Events that are not published yet are deleted with all others. */
async function eraseOutbox(eraser: Eraser, workspaceId: string): Promise<void> {
  for (let shard = 0; shard < outboxShards; shard += 1) {
    await eraser.each({ pk: outboxPartition(shard) }, async (record) => {
      if (record['workspaceId'] === workspaceId) await eraser.keys([record]);
    });
  }
}

async function eraseCampaigns(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.each({ index: 'gsi1', pk: campaignsIndex(workspaceId) }, async (campaign) => {
    await eraser.keys(
      textsIn(campaign['tags']).map((tag) => tagEntryKey(workspaceId, tag, String(campaign['gsi1sk']))),
    );
    await eraser.partition(statsPartition(workspaceId, String(campaign['gsi1sk'])));
    await eraser.partition(campaign.pk);
  });
}

async function eraseWebhooks(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.each({ pk: webhooksPartition(workspaceId) }, async (webhook) => {
    await eraser.partition(deliveriesPartition(workspaceId, webhook.sk));
    await eraser.keys([webhook]);
  });
}

async function eraseImports(eraser: Eraser, workspaceId: string): Promise<void> {
  await eraser.partition(importQueuePartition(workspaceId));
  await eraser.each({ index: 'gsi4', pk: importsIndex(workspaceId) }, (item) => eraser.partition(item.pk));
}

/** The partitions of all that events are about: also of contacts and campaigns that were deleted before. */
async function eraseActivity(eraser: Eraser, workspaceId: string): Promise<void> {
  const scopes = new Set<string>();
  for (const pk of activityOfKinds(workspaceId).partitions) {
    await eraser.each({ index: 'gsi5', pk }, async (event) => {
      for (const id of scopesOf(event).filter((scope) => !scopes.has(scope))) {
        scopes.add(id);
        await eraser.partition(statsPartition(workspaceId, id));
        if (id.startsWith('cmp_')) await eraser.partition(campaignPartition(workspaceId, id));
      }
      await eraseSubject(eraser, workspaceId, event.pk);
    });
  }
}

/** Statistics are kept by campaign and by account. */
function scopesOf({ payload }: Item): string[] {
  return typeof payload === 'string' ? (payload.match(/\b(cmp|acc)_[0-9A-Z]{26}\b/g) ?? []) : [];
}

async function eraseContacts(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of contactsByStatus(workspaceId).partitions) {
    await eraser.each({ index: 'gsi1', pk }, (contact) => eraseSubject(eraser, workspaceId, contact.pk));
  }
}

/** A contact or campaign with its events, executions, tags and address. */
async function eraseSubject(eraser: Eraser, workspaceId: string, pk: string): Promise<void> {
  await eraser.partition(pk, async (item) => {
    if (item.sk !== 'CONTACT') return;
    await eraser.keys([
      ...textsIn(item['tags']).map((tag) => tagKey(workspaceId, tag, String(item['id']))),
      addressClaimKey(workspaceId, normaliseEmail(String(item['email']))),
    ]);
  });
}

async function eraseCompanies(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allCompanies(workspaceId).partitions) {
    await eraser.each({ index: 'gsi1', pk }, async (company) => {
      const { domain, name } = company;
      await eraser.keys([
        ...(typeof domain === 'string' ? [domainClaimKey(workspaceId, domain)] : []),
        nameClaimKey(workspaceId, String(name)),
        { pk: company.pk, sk: company.sk },
      ]);
    });
  }
}

async function eraseBlocklist(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of allEntries(workspaceId).partitions) {
    await eraser.each({ pk }, async (entry) => {
      const value = String(entry['value']);
      const place =
        entry['type'] === 'domain'
          ? blockedDomainKey(workspaceId, value)
          : addressClaimKey(workspaceId, value);
      await eraser.keys([place, entry]);
    });
  }
}

/** Only the worklist names them; it holds the jobs of all workspaces that are not finished. */
async function eraseSuppressionJobs(eraser: Eraser, workspaceId: string): Promise<void> {
  for (const pk of worklistPartitions('suppression')) {
    await eraser.each({ index: 'gsi3', pk }, async (job) => {
      if (job.pk.startsWith(jobKey(workspaceId, '').pk)) await eraser.keys([{ pk: job.pk, sk: job.sk }]);
    });
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
