import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { planStart } from '#lib/campaigns/start.ts';
import { commit } from '#lib/commit/commit.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { healthKey } from '#lib/email-accounts/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { isEnrolled } from './enrolment.ts';
import { importRows } from './import-rows.ts';

export interface LoadSize {
  readonly campaigns: number;
  /** Per campaign. */
  readonly contacts: number;
  /** Per campaign, at most 100. */
  readonly accounts: number;
}

const variant = {
  subject: 'A word, {{firstName | default: "there"}}',
  bodyText: 'Hello {{firstName | default: "there"}},\n\nyour engines could do more. Shall we talk?\n',
  bodyHtml: '<p>Hello {{firstName | default: "there"}},</p><p>your engines could do more. Shall we talk?</p>',
};
const always = {
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
};
const enrolmentMs = 300_000;

/**
 * Creates campaigns. Their accounts send at the maximum rate of one email per ten seconds.
 * @returns their ids; the campaigns are drafts
 */
export async function prepareLoad(
  services: Services,
  workspaceId: string,
  { campaigns, contacts, accounts }: LoadSize,
  port: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let campaign = 0; campaign < campaigns; campaign++) {
    const emailAccountIds: string[] = [];
    for (let account = 0; account < accounts; account++) {
      const email = `sender-${account}@outreach-${campaign}.example`;
      emailAccountIds.push(await addFastAccount(services, workspaceId, email, port));
    }
    const input = NewCampaign.parse({
      name: `Load ${campaign}`,
      schedule: always,
      steps: [{ businessDaysOnly: false, variants: [variant] }],
      emailAccountIds,
    });
    const change = await planCampaign(services, workspaceId, input);
    await commit(services, workspaceId, change);
    ids.push(change.result.id);
    await addContacts(services, workspaceId, change.result.id, contacts);
  }
  for (const id of ids)
    await waitUntil('the enrolment', () => isEnrolled(services.table, workspaceId, id), enrolmentMs);

  return ids;
}

export async function startLoad(services: Services, workspaceId: string, ids: readonly string[]) {
  for (const id of ids) await commit(services, workspaceId, await planStart(services, workspaceId, id));
}

async function addFastAccount(services: Services, workspaceId: string, email: string, port: number) {
  const input = NewEmailAccount.parse({
    email,
    password: 'correct horse battery staple',
    smtp: { host: '127.0.0.1', port, secure: false, username: 'sender' },
    dailyLimit: 500,
    minGapSeconds: 10,
    maxGapSeconds: 10,
    rampUp: { enabled: false, startPerDay: 10, increment: 5 },
  });
  const connected = { ...services, vault: kmsVault(services) };
  const change = await connectAccount(connected, workspaceId, input, operatorAuthor);
  await commit(services, workspaceId, change);
  const { id } = change.result;
  // The domain has no name server, so every check would wait for an answer and be repeated after an hour.
  await services.table.transact([{ delete: healthKey(workspaceId, id) }]);

  return id;
}

async function addContacts(services: Services, workspaceId: string, campaignId: string, count: number) {
  const rows = Array.from(
    { length: count },
    (_, row) => `person-${row}@${campaignId.slice(-8)}.example,Nora`,
  );
  await importRows(services, workspaceId, campaignId, { header: 'email,firstName', rows });
}
