import { beforeAll, describe, expect, test } from 'vitest';
import { findExecution } from '#lib/executions/executions.ts';
import { handler as list } from '../../../functions/campaigns/list.ts';
import { handler as update } from '../../../functions/campaigns/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContact,
  addContacts,
  addQuietAccount,
  addQuietCampaign,
  draftCampaign,
  oneStep,
  readCampaign,
  startCampaign,
  waitForEnrolment,
} from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
let workspaceId: string;
const patch = (id: string, body: Record<string, unknown>) =>
  call(update, { method: 'PATCH', path: '/x', params: { id }, apiKey: workspace.apiKey, body });
const twoSteps = [
  oneStep[0],
  { variants: [{ bodyText: 'Again.' }, { bodyText: 'Or again.' }], delay: { value: 2, unit: 'hours' } },
];
const addRunning = async () => {
  const { id } = await addQuietCampaign(workspaceId);
  await patch(id, { steps: twoSteps });

  return startCampaign(workspaceId, id);
};

beforeAll(async () => {
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
});

describe('accepts', () => {
  test('a partial update: changes the given fields, keeps the others, and clears on null', async () => {
    const before = await draftCampaign(workspaceId, {
      description: 'first',
      dailyLimit: 5,
      tags: ['a', 'b'],
    });
    const accountId = await addQuietAccount(workspaceId);
    const changes = {
      name: 'Summer',
      description: null,
      dailyLimit: null,
      tags: ['b', 'c'],
      trackOpens: false,
      emailAccountIds: [accountId],
      unsubscribe: { header: true, link: false, text: 'Bye' },
    };
    const { status, body } = await patch(before.id, changes);
    const { enrolment, warnings, ...after } = body;

    expect(status).toBe(200);
    expect(after).toEqual({ ...before, ...changes, updatedAt: expect.any(String) });
    expect({ enrolment, warnings }).toEqual({ enrolment: { enrolled: 0, notEnrolled: [] }, warnings: [] });
    expect(await readCampaign(workspaceId, before.id)).toEqual(after);
  });

  test('a new name and new tags, which the lists show immediately', async () => {
    const other = await newWorkspace();
    const { id } = await draftCampaign(other.workspaceId, { name: 'Old', tags: ['old'] });
    const { apiKey } = other;
    await call(update, {
      method: 'PATCH',
      path: '/x',
      params: { id },
      apiKey,
      body: { name: 'New', tags: ['new'] },
    });
    const found = async (query: Record<string, string>) =>
      (await call(list, { method: 'GET', path: '/campaigns', apiKey, query })).body.data.length;

    expect([await found({ tag: 'old' }), await found({ search: 'old' })]).toEqual([0, 0]);
    expect([await found({ tag: 'new' }), await found({ search: 'new' })]).toEqual([1, 1]);
  });

  test('partial objects: omitted fields of schedule, audience and unsubscribe keep their value', async () => {
    const schedule = {
      timezone: 'Asia/Tokyo',
      endAt: '2031-01-01T00:00:00.000Z',
      useContactTimezone: true,
      windows: [{ days: ['mon' as const], from: '10:00', to: '11:00' }],
      blackoutDates: ['2030-12-24'],
    };
    const unsubscribe = { header: false, link: true, text: 'Bye' };
    const before = await draftCampaign(workspaceId, {
      schedule,
      unsubscribe,
      audience: { tags: ['a'], match: 'all' },
    });
    const { body } = await patch(before.id, {
      schedule: { timezone: 'Europe/Oslo', startAt: '2030-01-01T00:00:00Z' },
      unsubscribe: { link: false },
      audience: { tags: ['b'] },
    });

    expect(body).toMatchObject({
      schedule: { ...schedule, timezone: 'Europe/Oslo', startAt: '2030-01-01T00:00:00.000Z' },
      unsubscribe: { ...unsubscribe, link: false },
      audience: { tags: ['b'], companyIds: [], match: 'all' },
    });
    const cleared = await patch(before.id, {
      schedule: { endAt: null, blackoutDates: null },
      audience: null,
    });
    expect(cleared.body).toMatchObject({
      schedule: { ...schedule, timezone: 'Europe/Oslo', endAt: null, blackoutDates: [] },
      audience: null,
    });
    expect((await patch(before.id, { audience: { tags: ['c'] } })).body.audience).toEqual({
      tags: ['c'],
      companyIds: [],
      match: 'any',
    });
  });

  test('null for a list, which empties it', async () => {
    const accountId = await addQuietAccount(workspaceId);
    const { id } = await draftCampaign(workspaceId, { tags: ['a'], emailAccountIds: [accountId] });
    const { status, body } = await patch(id, { tags: null, emailAccountIds: null, steps: null });

    expect(status).toBe(200);
    expect(body).toMatchObject({ tags: [], emailAccountIds: [], steps: [] });
  });

  test('unchanged values, without an update', async () => {
    const before = await draftCampaign(workspaceId, { tags: ['same'] });
    const { name, tags, steps, schedule } = before;
    const { body } = await patch(before.id, { name, tags, steps, schedule });

    expect(body.updatedAt).toBe(before.updatedAt);
    expect((await patch(before.id, {})).body.updatedAt).toBe(before.updatedAt);
  });

  test('a list of steps: keeps those with an id, creates those without, and deletes omitted ones', async () => {
    const { id } = await draftCampaign(workspaceId, { steps: twoSteps });
    const [first, second] = (await readCampaign(workspaceId, id)).steps;
    const [, variant] = second?.variants ?? [];
    const { body } = await patch(id, {
      steps: [{ ...second, thread: 'new', variants: [variant, { bodyText: 'New' }] }],
    });

    expect(body.steps).toMatchObject([{ id: second?.id, delay: { value: 2, unit: 'hours' } }]);
    expect(body.steps[0].variants[0]).toEqual(variant);
    expect(body.steps[0].variants[1].id).not.toBe(variant?.id);
    expect(JSON.stringify(await readCampaign(workspaceId, id))).not.toContain(first?.id);
  });

  test('texts that grow beyond one stored item and shrink again, and returns them unchanged', async () => {
    const { id } = await draftCampaign(workspaceId);
    const bodyText = 'x'.repeat(100_000);
    for (const count of [5, 1, 5]) {
      const variants = Array(count).fill({ bodyText, bodyHtml: bodyText.slice(0, 80_000) });
      const [step] = (await readCampaign(workspaceId, id)).steps;
      const { body } = await patch(id, { steps: [{ id: step?.id, thread: 'new', variants }] });

      expect((await readCampaign(workspaceId, id)).steps).toEqual(body.steps);
      expect(body.steps[0].variants).toHaveLength(count);
    }
  });

  test('new texts, limits, schedule, flags, accounts and contacts of an active campaign', async () => {
    const { id, steps } = await addRunning();
    const contactId = await addContact(workspaceId);
    const accountId = await addQuietAccount(workspaceId);
    const texts = steps.map((step) => ({
      ...step,
      variants: step.variants.map((variant) => ({ ...variant, subject: 'New' })),
    }));
    const { status, body } = await patch(id, {
      steps: texts,
      dailyLimit: 7,
      schedule: { timezone: 'Asia/Tokyo' },
      stopOnClick: true,
      emailAccountIds: [accountId],
      addContactIds: [contactId],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'active', dailyLimit: 7, stats: { contacts: 2 } });
    expect(body.enrolment).toEqual({ enrolled: 1, notEnrolled: [] });
    await waitForEnrolment(workspaceId, id);
    expect(await findExecution(connected().table, workspaceId, contactId, id)).toMatchObject({
      status: 'pending',
    });
  });

  test('steps added at the end of an active campaign, once', async () => {
    const { id, steps } = await addRunning();
    const { status, body } = await patch(id, { steps: [...steps, oneStep[0], oneStep[0]] });

    expect(status).toBe(200);
    expect(body.steps.slice(0, 2)).toEqual(steps);
    expect(body.steps).toHaveLength(4);
    expect(pathsOf(await patch(id, { steps: [...steps, oneStep[0]] }))).toEqual(['steps']);
  });

  test('added and removed contacts: lists contacts that are already enrolled, and ignores removed contacts that never were', async () => {
    const [enrolledId = '', removedId = '', neverEnrolledId = ''] = await addContacts(workspaceId, 3);
    const { id } = await addCampaign(workspaceId, { contactIds: [enrolledId, removedId] });
    const { body } = await patch(id, {
      addContactIds: [enrolledId],
      removeContactIds: [removedId, neverEnrolledId],
    });
    await waitForEnrolment(workspaceId, id);

    expect(body.enrolment).toEqual({
      enrolled: 0,
      notEnrolled: [{ contactId: enrolledId, reason: 'already_enrolled' }],
    });
    const { table } = connected();
    const statusOf = async (contactId: string) =>
      (await findExecution(table, workspaceId, contactId, id))?.status;
    expect([await statusOf(enrolledId), await statusOf(removedId), await statusOf(neverEnrolledId)]).toEqual([
      'pending',
      'stopped',
      undefined,
    ]);
  });

  test('a removed contact again only with allowReentry', async () => {
    const [contactId = ''] = await addContacts(workspaceId, 1);
    const { id } = await addCampaign(workspaceId, { contactIds: [contactId] });
    await patch(id, { removeContactIds: [contactId] });
    await waitForEnrolment(workspaceId, id);
    const refused = await patch(id, { addContactIds: [contactId] });
    const allowed = await patch(id, { addContactIds: [contactId], allowReentry: true });
    await waitForEnrolment(workspaceId, id);

    expect(refused.body.enrolment.notEnrolled).toEqual([{ contactId, reason: 'already_enrolled' }]);
    expect(allowed.body.enrolment).toEqual({ enrolled: 1, notEnrolled: [] });
    const execution = await findExecution(connected().table, workspaceId, contactId, id);
    expect(execution).toMatchObject({ status: 'pending' });
  });

  test('concurrent updates of different fields without losing one', async () => {
    const { id } = await draftCampaign(workspaceId);
    const fields = ['trackOpens', 'trackClicks', 'stopOnReply'];
    const bodies = fields.map((field) => ({ [field]: false }));
    const replies = await Promise.all(bodies.map((body) => patch(id, body)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readCampaign(workspaceId, id)).toMatchObject(Object.assign({}, ...bodies));
  });
});

describe('rejects', () => {
  test('accounts, contacts, steps and variants that do not exist, each with its path', async () => {
    const { id, steps } = await draftCampaign(workspaceId, { steps: twoSteps });
    const contactId = await addContact(workspaceId);
    const [first, second] = steps;
    const reply = await patch(id, {
      emailAccountIds: [unknownId('acc_')],
      addContactIds: [contactId, unknownId('con_')],
      removeContactIds: [contactId],
      steps: [{ ...first, id: unknownId('stp_') }, { ...second, variants: first?.variants }, second, second],
    });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([
      'emailAccountIds[0]',
      'addContactIds[1]',
      'removeContactIds[0]',
      'steps[0].id',
      'steps[0].variants[0].id',
      'steps[1].variants[0].id',
      'steps[2].id',
      'steps[3].id',
      'steps[3].variants[0].id',
      'steps[3].variants[1].id',
    ]);
  });

  test('inserted, removed, reordered or restructured steps of an active campaign', async () => {
    const { id, steps } = await addRunning();
    const [first, second] = steps;
    const attempts: [unknown[], string][] = [
      [[first], 'steps'],
      [[second && { ...second, thread: 'new' }, first], 'steps'],
      [[first, oneStep[0], second], 'steps'],
      [[first, { ...second, delay: { value: 9, unit: 'days' } }], 'steps[1].delay'],
      [[first, { ...second, thread: 'new' }], 'steps[1].thread'],
    ];
    for (const [edited, path] of attempts) {
      const reply = await patch(id, { steps: edited });
      expect(pathsOf(reply)).toEqual([path]);
      expect(reply.body.error.message).toContain('pause first');
    }
    expect(await readCampaign(workspaceId, id)).toMatchObject({ steps });
  });

  test('a thread reassignment to an account outside the campaign, or to an account with reassigned threads', async () => {
    const accountIds = await Promise.all([1, 2, 3].map(() => addQuietAccount(workspaceId)));
    const [one = '', two = '', other = ''] = accountIds;
    const { id } = await draftCampaign(workspaceId, { emailAccountIds: [one, two] });
    const reassign = (...pairs: [string, string][]) =>
      patch(id, {
        threadReassignments: pairs.map(([fromAccountId, toAccountId]) => ({ fromAccountId, toAccountId })),
      });

    expect(pathsOf(await reassign([one, other]))).toEqual(['threadReassignments[0].toAccountId']);
    expect(pathsOf(await reassign([one, two], [two, one]))).toEqual([
      'threadReassignments[0].toAccountId',
      'threadReassignments[1].toAccountId',
    ]);
    expect(pathsOf(await reassign([unknownId('acc_'), one]))).toEqual([
      'threadReassignments[0].fromAccountId',
    ]);
    expect((await reassign([other, one])).body.threadReassignments).toEqual([
      { fromAccountId: other, toAccountId: one },
    ]);
    expect(pathsOf(await patch(id, { emailAccountIds: [two] }))).toEqual([
      'threadReassignments[0].toAccountId',
    ]);
    expect((await patch(id, { threadReassignments: null })).body.threadReassignments).toEqual([]);
  });

  test('a schedule or an audience that is invalid after the merge', async () => {
    const { id } = await draftCampaign(workspaceId, {
      schedule: { startAt: '2031-01-01T00:00:00Z' },
      audience: { tags: ['a'] },
    });
    const endAt = '2030-01-01T00:00:00Z';

    expect(pathsOf(await patch(id, { schedule: { endAt } }))).toEqual(['schedule.endAt']);
    expect(pathsOf(await patch(id, { audience: { tags: [] } }))).toEqual(['audience']);
    expect((await patch(id, { schedule: { endAt, startAt: null } })).status).toBe(200);
  });

  test.each([
    [
      'a text with an unknown variable',
      { steps: [{ variants: [{ bodyText: '{{unknownField}}' }] }] },
      'steps[0].variants[0].bodyText',
    ],
    ['null for a required field', { name: null }, 'name'],
    ['contactIds, which only a creation accepts', { contactIds: [] }, 'contactIds'],
    ['a status', { status: 'active' }, 'status'],
  ])('%s', async (_, body, path) => {
    const { id } = await draftCampaign(workspaceId);

    expect(pathsOf(await patch(id, body))).toEqual([path]);
  });
});
