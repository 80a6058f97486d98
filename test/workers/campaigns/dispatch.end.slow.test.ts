import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planPause } from '#lib/campaigns/pause.ts';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { readPayload } from '#lib/commit/stored-event.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addContact,
  always,
  commitNow,
  draftCampaign,
  executionStatuses,
  readCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds, takeCalls, takeJobs } from '../support/activity.ts';
import { editCampaign, type RunningCampaign, runCampaign } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources, wakeTimeOf } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const hourMs = 3_600_000;
const endAt = new Date(monday + hourMs).toISOString();
const schedule = { ...always, endAt };

beforeAll(() => useOwnResources());
beforeEach(async () => {
  setClock(monday);
  await takeMessages('sends');
});

const dispatchNow = ({ campaign }: RunningCampaign) =>
  consume(dispatch, [{ workspaceId, campaignId: campaign.id }]);
const statusesIn = async ({ campaign, contactIds }: RunningCampaign) =>
  (await Promise.all(contactIds.map((id) => executionStatuses(workspaceId, id, [campaign.id])))).flat();

/** Runs the jobs of the last dispatch, and publishes their events so that the counters are current. */
async function finishJobs(): Promise<void> {
  expect(await consume(runJob, await takeJobs())).toEqual([]);
  await takeCalls('ticks');
}

/** A campaign with three contacts. The first one gets its email before `endAt`. */
async function runToEnd(campaign: Record<string, unknown> = {}): Promise<RunningCampaign> {
  const running = await runCampaign(workspaceId, {
    contacts: [{}, {}, {}],
    campaign: { schedule, ...campaign },
  });
  await dispatchNow(running);
  await consume(send, running.calls.slice(0, 1));
  await takeCalls('ticks');
  setClock(monday + hourMs);
  await dispatchNow(running);

  return running;
}

describe('a campaign after its endAt', () => {
  test('stops the executions of its contacts, then completes with one event', async () => {
    const running = await runToEnd();
    const { campaign, contactIds } = running;
    expect(await eventKinds(workspaceId, campaign.id)).not.toContain('campaign.completed');
    await finishJobs();
    expect(await statusesIn(running)).toEqual(['completed', 'stopped', 'stopped']);
    const execution = await findExecution(connected().table, workspaceId, contactIds[1] ?? '', campaign.id);
    expect(execution).toMatchObject({ reason: 'campaign_ended', sendState: 'done' });
    await dispatchNow(running);
    await dispatchNow(running);

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
      status: 'completed',
      stats: { contacts: 3, pending: 0, completed: 1, stopped: 2 },
    });
    const kinds = await eventKinds(workspaceId, campaign.id);
    expect(kinds.filter((kind) => kind === 'campaign.completed')).toHaveLength(1);
    expect(await wakeTimeOf(campaign.id)).toBeUndefined();
  });

  test('completes with an event that has the statistics of the campaign, never a negative number', async () => {
    const running = await runToEnd();
    const { campaign } = running;
    await finishJobs();
    // As if a contact had been retried before its failure was counted.
    const late = { completed: 1, failed: -1 };
    await connected().table.update({ update: countersKey(workspaceId, campaign.id), add: late });
    await dispatchNow(running);
    const request = { campaignId: campaign.id, type: ['campaign.completed' as const], limit: 1 };
    const { data } = await listActivity(connected(), workspaceId, request);
    const event = await readPayload(connected().table, workspaceId, campaign.id, data[0]?.id ?? '');
    const { stats } = JSON.parse(event?.payload ?? '').data;

    expect(stats).toMatchObject({ contacts: 3, completed: 2, failed: 0 });
    expect(stats).toEqual((await readCampaign(workspaceId, campaign.id)).stats);
  });

  test('allows its contacts to be enrolled in another campaign', async () => {
    const running = await runToEnd();
    await finishJobs();
    await dispatchNow(running);
    const { contactIds } = running;
    const next = await draftCampaign(workspaceId, { contactIds });

    expect(next.stats.contacts).toBe(3);
  });

  test('completes even if it is continuous', async () => {
    const running = await runToEnd({ continuous: true });
    await finishJobs();
    await dispatchNow(running);

    expect(await readCampaign(workspaceId, running.campaign.id)).toMatchObject({ status: 'completed' });
  });

  test('completes at the next dispatch when the counters are late', async () => {
    const running = await runToEnd();
    expect(await consume(runJob, await takeJobs())).toEqual([]);
    await dispatchNow(running);
    expect(await readCampaign(workspaceId, running.campaign.id)).toMatchObject({ status: 'active' });
    const wakeAt = await wakeTimeOf(running.campaign.id);
    expect(wakeAt).toBeLessThanOrEqual(monday + hourMs + 61_000);
    await takeCalls('ticks');
    expect(await takeJobs()).toEqual([]);
    setClock(wakeAt ?? 0);
    await dispatchNow(running);

    expect(await readCampaign(workspaceId, running.campaign.id)).toMatchObject({ status: 'completed' });
  });

  test('stops no execution when endAt is moved before the job runs', async () => {
    const running = await runToEnd();
    await editCampaign(workspaceId, running.campaign.id, { schedule: { endAt: null } });
    await finishJobs();

    expect(await statusesIn(running)).toEqual(['completed', 'pending', 'pending']);
    expect(await readCampaign(workspaceId, running.campaign.id)).toMatchObject({ status: 'active' });
  });

  test('keeps its executions open while it is paused', async () => {
    const running = await runCampaign(workspaceId, { contacts: [{}], campaign: { schedule } });
    await commitNow(workspaceId, await planPause(connected(), workspaceId, running.campaign.id));
    setClock(monday + 2 * hourMs);
    await dispatchNow(running);

    expect(await statusesIn(running)).toEqual(['pending']);
  });
});

test('a contact remains active after its campaign has ended', async () => {
  const running = await runToEnd();
  await finishJobs();
  const [contactId = await addContact(workspaceId)] = running.contactIds;

  expect(await findContact(connected().table, workspaceId, contactId)).toMatchObject({ status: 'active' });
});
