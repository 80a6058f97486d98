import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planSending } from '#lib/campaigns/dry-run.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addAccount,
  addContact,
  always,
  draftCampaign,
  readCampaign,
  startCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { simulateWorkers } from '../support/course.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const variants = [{ subject: 'Hello', bodyText: 'Good day.' }];
const withLastName = [{ subject: 'Hello', bodyText: 'Dear {{lastName}}' }];
let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(() => setClock(monday));

/** @returns the id of a draft with enrolled contacts; every second contact has no last name */
async function draft(contacts: number, more: Record<string, unknown> = {}): Promise<string> {
  const [accountId, ...contactIds] = await Promise.all([
    addAccount(workspaceId, { ...sendingBy(mail), minGapSeconds: 60, maxGapSeconds: 60 }),
    ...Array.from({ length: contacts }, (_, position) =>
      addContact(workspaceId, position % 2 === 0 ? { lastName: 'Lovelace' } : {}),
    ),
  ]);
  const { id } = await draftCampaign(workspaceId, {
    contactIds,
    emailAccountIds: [accountId],
    steps: [{ variants }],
    ...more,
  });
  await consume(runJob, await takeJobs());

  return id;
}

async function dryRunOf(campaignId: string): Promise<string | null> {
  const { result } = await planSending(connected(), workspaceId, campaignId);

  return result.plan.estimatedCompletionAt;
}

async function estimateOf(campaignId: string): Promise<string | null> {
  const { sendingStatus } = await readCampaign(workspaceId, campaignId);

  return sendingStatus.estimatedCompletionAt;
}

async function lastSentAt(campaignId: string): Promise<string | undefined> {
  const { data } = await listActivity(connected(), workspaceId, {
    campaignId,
    type: ['email.sent'],
    limit: 1,
  });

  return data[0]?.occurredAt;
}

const cases: [string, Record<string, unknown>][] = [
  ['one email a minute', {}],
  [
    'two steps, the second with a variable that half of the contacts miss',
    { steps: [{ variants }, { delay: { value: 2, unit: 'hours' }, variants: withLastName }] },
  ],
  [
    'a daily limit and windows',
    { dailyLimit: 9, schedule: { windows: [{ ...always.windows[0], to: '10:05' }] } },
  ],
];

test.each(cases)(
  'estimatedCompletionAt is the time of the last email, also in the dry run: %s',
  { timeout: 60_000 },
  async (_, settings) => {
    const id = await draft(20, settings);
    const planned = await dryRunOf(id);
    const started = await startCampaign(workspaceId, id);
    const workers = simulateWorkers({ workspaceId, campaignId: id });
    await workers.runUntil(monday + 4.5 * 60_000);
    await takeCalls('ticks');
    const halfway = await estimateOf(id);
    await workers.runUntil(monday + 10 * dayMs);
    const last = await lastSentAt(id);

    expect(Date.parse(last ?? '')).toBeGreaterThanOrEqual(monday + 10 * 60_000);
    expect(planned).toBe(last);
    expect(started.sendingStatus.estimatedCompletionAt).toBe(last);
    expect(halfway).toBe(last);
  },
);

test('a continuous campaign has no estimatedCompletionAt', async () => {
  const id = await draft(2, { continuous: true });
  await startCampaign(workspaceId, id);

  expect(await estimateOf(id)).toBeNull();
});
