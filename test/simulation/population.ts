import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { planStart } from '#lib/campaigns/start.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { planUpdate } from '#lib/email-accounts/update.ts';
import { importRows } from '../support/import-rows.ts';
import type { AccountRecord, CampaignRecord, ContactRecord } from './checker/record.ts';
import { runUntil, type World } from './world.ts';

/** Input of a simulation: everything the checker needs and, optionally, the subjects and threads of the steps. */
export type Setting = Omit<CampaignRecord, 'mails' | 'events'> & {
  readonly looks?: readonly { readonly subject: string; readonly thread: 'new' | 'reply' }[];
};

/** Long enough to enrol all contacts. */
const enrolmentMs = 300_000;

/** Creates and starts a campaign with all its contacts. @param port port of the mail server of its accounts */
export async function populate(world: World, setting: Setting, port: number): Promise<string> {
  const { campaign, accounts, contacts, looks = [] } = setting;
  const emailAccountIds: string[] = [];
  for (const account of accounts) emailAccountIds.push(await addAccount(world, account, port));
  const { steps, ...settings } = campaign;
  const input = NewCampaign.parse({
    name: 'Simulation',
    ...{ ...settings, emailAccountIds },
    steps: steps.map(({ mark, delay, businessDaysOnly }, position) => {
      const { subject = 'Hello', ...look } = looks[position] ?? {};

      return {
        ...look,
        delay,
        businessDaysOnly,
        variants: [{ subject, bodyText: `Good day.\n\n${mark}\n` }],
      };
    }),
  });
  const { id } = await commitIn(world, await planCampaign(world.services, world.workspaceId, input));
  await addContacts(world, contacts, id);
  await runUntil(world, world.now + enrolmentMs);
  await commitIn(world, await planStart(world.services, world.workspaceId, id));

  return id;
}

async function addAccount(
  world: World,
  { email, timezone, dailyLimit, minGapSeconds, rampUp }: AccountRecord,
  port: number,
): Promise<string> {
  const { services, workspaceId } = world;
  const input = NewEmailAccount.parse({
    ...{ email, dailyLimit, minGapSeconds, maxGapSeconds: 2 * minGapSeconds },
    password: 'correct horse battery staple',
    smtp: { host: '127.0.0.1', port, secure: false, username: 'sender' },
    rampUp: { enabled: rampUp !== undefined, startPerDay: 10, increment: 5, ...rampUp },
  });
  const { id } = await commitIn(world, await connectAccount(services, workspaceId, input));
  await commitIn(world, await planUpdate(services, workspaceId, id, { timezone }));

  return id;
}

/** Adds the contacts with an import, which is fast for thousands of them. */
async function addContacts(world: World, contacts: readonly ContactRecord[], campaignId: string) {
  const rows = contacts.map(({ email, timezone, company }) => [email, timezone ?? '', company ?? ''].join());
  const file = { header: 'email,timezone,companyName', rows };
  const enrolled = await importRows(world.services, world.workspaceId, campaignId, file);
  if (enrolled !== contacts.length)
    throw new Error(`expected ${contacts.length} enrolled contacts, got ${enrolled}`);
}

async function commitIn<Result>({ services, workspaceId }: World, change: Change<Result>): Promise<Result> {
  await commit(services, workspaceId, change);

  return change.result;
}
