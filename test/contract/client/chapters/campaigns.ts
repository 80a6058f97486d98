import { expect, vi } from 'vitest';
import { commit } from '#lib/commit/commit.ts';
import { newId } from '#lib/values/ids.ts';
import { addQuietAccount, waitForEnrolment } from '../../../api/support/seed.ts';
import { bodyOf } from '../../../support/answer.ts';
import { eventFaults } from '../../../support/documented.ts';
import { eventIdAt } from '../../../support/event-id.ts';
import { connected, type Workspace } from '../../../support/stack.ts';
import { newUser } from '../../../support/users.ts';
import { type Customer, readAll } from '../typed-client.ts';

const steps = [
  { variants: [{ subject: 'Hello {{firstName | default: "there"}}', bodyText: 'How are you?' }] },
  { delay: { value: 2, unit: 'days' as const }, variants: [{ bodyText: 'Did you read this?' }] },
];

/** Creates a campaign, runs a dry run, starts and stops it. */
export async function runCampaign(customer: Customer): Promise<void> {
  const { api, workspace } = customer;
  const { id, contactId, enrolment } = await createCampaign(customer);
  expect(enrolment).toEqual({ enrolled: 1, notEnrolled: [] });
  await waitForEnrolment(workspace.workspaceId, id);
  const params = { path: { id } };

  const planned = bodyOf(await api.POST('/campaigns/{id}/start', { params, body: { dryRun: true } }));
  if (!('plan' in planned)) throw new Error('a dry run returns a plan');
  expect(planned.plan).toMatchObject({ totalMails: 2, missingVariables: [], suppressed: [] });
  expect(bodyOf(await api.GET('/campaigns/{id}', { params })).status).toBe('draft');

  const [recipient] = await readAll((page) =>
    api.GET('/campaigns/{id}/recipients', { params: { ...params, query: page } }),
  );
  expect(recipient).toMatchObject({ contactId, waitingFor: 'campaign', lastEvent: null });
  const [entered] = await readAll((page) =>
    api.GET('/contacts/{id}/campaigns', { params: { path: { id: contactId }, query: page } }),
  );
  expect(entered).toMatchObject({ campaignId: id, campaignName: 'Hello', execution: recipient?.execution });
  const preview = { params, body: { contactId, stepIndex: 1 } };
  const email = bodyOf(await api.POST('/campaigns/{id}/preview', preview));
  expect(email).toMatchObject({ subject: 'Re: Hello there', to: 'lin@customer.example', warnings: [] });
  const { email: to } = await newUser(workspace.workspaceId);
  const test = { params, body: { contactId, to, stepIndex: 0 } };
  expect(bodyOf(await api.POST('/campaigns/{id}/test', test))).toMatchObject({ isAccepted: true, to });

  const started = bodyOf(await api.POST('/campaigns/{id}/start', { params }));
  expect(started).toMatchObject({ status: 'active', pauseReason: null });
  const body = { name: 'Hello again', dailyLimit: 20, addContactIds: [contactId] };
  expect(bodyOf(await api.PATCH('/campaigns/{id}', { params, body }))).toMatchObject({
    name: 'Hello again',
    dailyLimit: 20,
    enrolment: { enrolled: 0, notEnrolled: [{ contactId, reason: 'already_enrolled' }] },
  });
  expect(bodyOf(await api.POST('/campaigns/{id}/pause', { params })).pauseReason).toBe('user');
  expect(bodyOf(await api.GET('/campaigns/{id}', { params })).stats.contacts).toBe(1);

  expect((await api.DELETE('/campaigns/{id}', { params })).response.status).toBe(204);
  expect((await api.GET('/campaigns/{id}', { params })).error?.error.code).toBe('NOT_FOUND');
}

export async function listCampaigns({ api }: Customer): Promise<void> {
  const ids: string[] = [];
  for (const name of ['Winter', 'Spring', 'Summer', 'Autumn', 'Sprint']) {
    ids.push(bodyOf(await api.POST('/campaigns', { body: { name, tags: ['season'] } })).id);
  }
  const listed = await readAll((page) =>
    api.GET('/campaigns', { params: { query: { ...page, tag: 'season' } } }),
  );
  expect(listed.map(({ id, stepCount }) => [id, stepCount])).toEqual(ids.toReversed().map((id) => [id, 0]));
  const found = await readAll((page) =>
    api.GET('/campaigns', { params: { query: { ...page, search: 'spri' } } }),
  );
  expect(found.map(({ name }) => name)).toEqual(['Spring', 'Sprint']);
}

/** Reads the activity in order to the last page, and from a given event. */
export async function readActivity(customer: Customer): Promise<void> {
  const { api } = customer;
  await addHistory(customer.workspace);
  const { id } = await createCampaign(customer);
  bodyOf(await api.POST('/campaigns/{id}/start', { params: { path: { id } } }));
  bodyOf(await api.POST('/campaigns/{id}/pause', { params: { path: { id } } }));
  const events = await readAll((page) => api.GET('/activity', { params: { query: page } }));

  expect(events.map(({ type }) => type)).toEqual([
    ...['campaign.paused', 'campaign.started', 'contact.created'],
    ...Array(3).fill('contact.created'),
  ]);
  for (const { id: _, type, occurredAt, metadata, isBot, ...subjects } of events) {
    const ids = Object.fromEntries(Object.entries(subjects).filter(([, subject]) => subject !== null));
    expect(isBot).toBe(false);
    expect(eventFaults({ event: type, timestamp: occurredAt, data: { ...ids, ...metadata } })).toEqual([]);
  }
  const [third, second, first] = events.slice(-3).map(({ id }) => id);
  const missed = await readAll((page) =>
    api.GET('/activity', { params: { query: { ...page, afterId: first ?? '' } } }),
  );
  expect(missed.map(({ id }) => id)).toEqual([second, third]);
}

/** Old enough to be replayed, unlike new events. */
async function addHistory({ workspaceId }: Workspace): Promise<void> {
  const aMinuteAgo = Date.now() - 60_000;
  for (const name of ['ann', 'bob', 'cid']) {
    const data = { contactId: newId('con', aMinuteAgo), email: `${name}@example.com` };
    await commit({ ...connected(), now: () => aMinuteAgo }, workspaceId, {
      writes: [],
      events: [{ type: 'contact.created', id: eventIdAt(aMinuteAgo), data }],
    });
  }
}

export async function readFigures(customer: Customer): Promise<void> {
  const { api } = customer;
  const { id: campaignId } = await createCampaign(customer);
  const query = { from: '2026-01-05', to: '2026-01-18', granularity: 'week' as const };
  // Counters are updated shortly after their events.
  await vi.waitFor(async () => {
    const figures = bodyOf(await api.GET('/dashboard/stats', { params: { query } }));

    expect(figures.series.map(({ date }) => date)).toEqual(['2026-01-05', '2026-01-12']);
    expect(figures.campaigns.draft).toBe(1);
  }, 10_000);
  const { totals, rates } = bodyOf(await api.GET('/dashboard/stats', { params: { query: { campaignId } } }));
  expect([totals.sent, rates.openRate]).toEqual([0, null]);
}

/** Removes a recipient twice, reads the statistics of each step, and chooses the winner of a step. */
export async function changeRecipients(customer: Customer): Promise<void> {
  const { api, workspace } = customer;
  const { id, contactId } = await createCampaign(customer);
  await waitForEnrolment(workspace.workspaceId, id);
  const params = { path: { id } };
  const removal = { params, body: { action: 'remove' as const, contactIds: [contactId] } };
  const outcomes: string[] = [];
  for (let count = 0; count < 2; count++) {
    const { results } = bodyOf(await api.POST('/campaigns/{id}/recipients', removal));
    outcomes.push(...results.map(({ outcome }) => outcome));
  }
  expect(outcomes).toEqual(['applied', 'unchanged']);

  const campaign = bodyOf(await api.GET('/campaigns/{id}', { params }));
  const query = { groupBy: 'step' as const, interval: 'day' as const };
  const figures = bodyOf(await api.GET('/campaigns/{id}/stats', { params: { ...params, query } }));
  expect(figures.groups.map((group) => group.id)).toEqual(campaign.steps.map((step) => step.id));
  expect(figures.totals).toMatchObject({ counts: { sent: 0 }, rates: { openRate: null } });

  const [step] = campaign.steps;
  const choice = {
    params: { path: { id, stepId: step?.id ?? '' } },
    body: { variantId: step?.variants[0]?.id ?? null },
  };
  const { winners } = bodyOf(await api.POST('/campaigns/{id}/steps/{stepId}/winner', choice));
  expect(winners).toMatchObject([{ ...choice.body, chosenBy: 'user', decision: null }]);
}

async function createCampaign({ api, workspace }: Customer) {
  const accountId = await addQuietAccount(workspace.workspaceId);
  const contact = bodyOf(await api.POST('/contacts', { body: { email: 'lin@customer.example' } }));
  const body = { name: 'Hello', emailAccountIds: [accountId], contactIds: [contact.id], steps };
  const { id, enrolment } = bodyOf(await api.POST('/campaigns', { body }));

  return { id, contactId: contact.id, enrolment };
}
