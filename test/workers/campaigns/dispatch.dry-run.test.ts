import { beforeAll, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { readSendingAccounts } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import { planSending } from '#lib/campaigns/dry-run.ts';
import { simulateSending } from '#lib/campaigns/planning/simulate-sending.ts';
import {
  contactsMax,
  findMissingVariables,
  readSimulationInput,
} from '#lib/campaigns/planning/simulation-input.ts';
import { readStored } from '#lib/campaigns/read.ts';
import { readProgress } from '#lib/campaigns/state/running.ts';
import { initialDispatch } from '#lib/campaigns/state/stored.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addAccount,
  addCompany,
  addContact,
  always,
  draftCampaign,
  startCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { takeJobs } from '../support/activity.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { liveThrough } from '../support/course.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const variants = [{ subject: 'Hello', bodyText: 'Good day.' }];
const asking = [{ subject: 'Hello', bodyText: 'Dear {{lastName}}' }];

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});

interface SentEmail {
  readonly contactId: unknown;
  readonly stepId: unknown;
  readonly accountId: unknown;
  readonly at: number;
}

const sorted = (mails: readonly SentEmail[]) =>
  mails
    .map(({ contactId, stepId, accountId, at }) =>
      [new Date(at).toISOString(), accountId, contactId, stepId].join(' '),
    )
    .sort();

/** Every email of the plan that the dry run summarises. */
async function simulate(workspaceId: string, campaignId: string) {
  const { table } = connected();
  const now = Date.now();
  const { item, counters, steps } = await readStored(table, workspaceId, campaignId);
  const progress = await readProgress(table, workspaceId, campaignId);
  const state = { campaign: item, counters, ...progress };
  const { buildRecipients } = await readSimulationInput(table, workspaceId, state, now);
  const ids = buildRecipients([]).map(({ contactId }) => contactId);
  const contacts = await readContacts(table, workspaceId, ids.slice(0, contactsMax));
  const { hasMissingVariables } = await findMissingVariables(table, workspaceId, { item, steps, contacts });

  return simulateSending({
    state,
    hasMissingVariables,
    now,
    emailsMax: 30_000,
    recipients: buildRecipients(contacts),
    accounts: await readSendingAccounts(table, workspaceId, state),
    dispatch: progress.dispatch ?? initialDispatch,
  });
}

async function readSentEmails(workspaceId: string, campaignId: string): Promise<SentEmail[]> {
  const { data } = await listActivity(connected(), workspaceId, {
    campaignId,
    type: ['email.sent'],
    limit: 100,
  });

  return data.map(({ contactId, stepId, emailAccountId, occurredAt }) => ({
    contactId,
    stepId,
    accountId: emailAccountId,
    at: Date.parse(occurredAt),
  }));
}

const people = (count: number, companyId: string) =>
  Array.from({ length: count }, (_, position) => ({
    ...(position % 3 === 0 && { companyId }),
    ...(position % 5 === 1 && { timezone: 'Asia/Kolkata' }),
    ...(position % 7 !== 2 && { lastName: 'Lovelace' }),
  }));

async function draft(workspaceId: string, count: number): Promise<string> {
  const companyId = await addCompany(workspaceId);
  const [contactIds, emailAccountIds] = await Promise.all([
    Promise.all(people(count, companyId).map((input) => addContact(workspaceId, input))),
    Promise.all([
      addAccount(workspaceId, { ...sendingBy(mail), minGapSeconds: 300, maxGapSeconds: 900 }),
      addAccount(workspaceId, {
        ...sendingBy(mail),
        minGapSeconds: 60,
        maxGapSeconds: 3600,
        dailyLimit: 20,
        rampUp: { enabled: true, startPerDay: 2, increment: 2 },
      }),
    ]),
  ]);
  const { id } = await draftCampaign(workspaceId, {
    contactIds,
    emailAccountIds,
    maxContactsPerCompanyPerDay: 1,
    dailyLimit: 12,
    schedule: {
      windows: [{ ...always.windows[0], from: '09:00', to: '12:30' }],
      timezone: 'America/New_York',
      useContactTimezone: true,
    },
    steps: [
      { variants },
      { delay: { value: 1, unit: 'days' }, variants: asking },
      { delay: { value: 2, unit: 'hours' }, businessDaysOnly: false, variants },
    ],
  });
  await consume(runJob, await takeJobs());

  return id;
}

const sizes = isWholeTier ? [4, 30] : [4];

test.each(sizes)(
  'a dry run with %i contacts predicts every email that is then sent',
  { timeout: 120_000 },
  async (count) => {
    setClock(monday);
    const workspaceId = newId('wsp', Date.now());
    const campaignId = await draft(workspaceId, count);
    const planned = await simulate(workspaceId, campaignId);
    const { result } = await planSending(connected(), workspaceId, campaignId);
    await startCampaign(workspaceId, campaignId);
    await liveThrough({ workspaceId, campaignId }, monday + 90 * dayMs);

    expect(sorted(await readSentEmails(workspaceId, campaignId))).toEqual(sorted(planned.emails));
    expect(planned.emails.length).toBeGreaterThan(2 * count);
    expect(result.plan).toMatchObject({
      totalMails: planned.emails.length,
      firstSendAt: new Date(Math.min(...planned.emails.map(({ at }) => at))).toISOString(),
      estimatedCompletionAt: new Date(Math.max(...planned.emails.map(({ at }) => at))).toISOString(),
    });
    setClock(monday);
  },
);
