import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { planStart } from '#lib/campaigns/start.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { importRows } from '../support/import-rows.ts';
import type { AccountRecord, CampaignRecord, ContactRecord } from './checker/record.ts';
import { runUntil, type SimulatedWorkspace } from './simulated-workspace.ts';

/** Input of a simulation: everything the checker needs and, optionally, the subjects and threads of the steps. */
export type Setting = Omit<CampaignRecord, 'mails' | 'events'> & {
  readonly templates?: readonly { readonly subject: string; readonly thread: 'new' | 'reply' }[];
};

/** Long enough to enrol all contacts. */
const enrolmentMs = 300_000;

/** Creates and starts a campaign with all its contacts. @param port port of the mail server of its accounts */
export async function populate(
  simulated: SimulatedWorkspace,
  setting: Setting,
  port: number,
): Promise<string> {
  const { campaign, accounts, contacts, templates = [] } = setting;
  const emailAccountIds: string[] = [];
  for (const account of accounts) emailAccountIds.push(await addAccount(simulated, account, port));
  const { steps, ...settings } = campaign;
  const input = NewCampaign.parse({
    name: 'Simulation',
    ...settings,
    emailAccountIds,
    steps: steps.map(({ mark, delay, businessDaysOnly }, position) => {
      const { subject = 'Hello', ...template } = templates[position] ?? {};

      return {
        ...template,
        delay,
        businessDaysOnly,
        variants: [{ subject, bodyText: `Good day.\n\n${mark}\n` }],
      };
    }),
  });
  const { id } = await commitIn(
    simulated,
    await planCampaign(simulated.services, simulated.workspaceId, input),
  );
  await addContacts(simulated, contacts, id);
  await runUntil(simulated, simulated.now + enrolmentMs);
  await commitIn(simulated, await planStart(simulated.services, simulated.workspaceId, id));

  return id;
}

async function addAccount(
  simulated: SimulatedWorkspace,
  { email, timezone, dailyLimit, minGapSeconds, rampUp }: AccountRecord,
  port: number,
): Promise<string> {
  const { services, workspaceId } = simulated;
  const input = NewEmailAccount.parse({
    email,
    dailyLimit,
    minGapSeconds,
    maxGapSeconds: 2 * minGapSeconds,
    password: 'correct horse battery staple',
    smtp: { host: '127.0.0.1', port, secure: false, username: 'sender' },
    rampUp: { enabled: rampUp !== undefined, startPerDay: 10, increment: 5, ...rampUp },
  });
  const { id } = await commitIn(
    simulated,
    await connectAccount(services, workspaceId, input, operatorAuthor),
  );
  await commitIn(simulated, await planAccountUpdate(services, workspaceId, id, { timezone }));

  return id;
}

/** Adds the contacts with an import, which is fast for thousands of them. */
async function addContacts(
  simulated: SimulatedWorkspace,
  contacts: readonly ContactRecord[],
  campaignId: string,
) {
  const rows = contacts.map(({ email, timezone, company }) => [email, timezone ?? '', company ?? ''].join());
  const file = { header: 'email,timezone,companyName', rows };
  const enrolled = await importRows(simulated.services, simulated.workspaceId, campaignId, file);
  if (enrolled !== contacts.length)
    throw new Error(`expected ${contacts.length} enrolled contacts, got ${enrolled}`);
}

export async function commitIn<Result>(
  { services, workspaceId }: SimulatedWorkspace,
  change: Change<Result>,
): Promise<Result> {
  await commit(services, workspaceId, change);

  return change.result;
}
