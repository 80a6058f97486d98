import { beforeAll, describe, expect, test } from 'vitest';
import { contactKey } from '#lib/contacts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { handler as create } from '../../../functions/campaigns/create.ts';
import { handler as get } from '../../../functions/campaigns/get.ts';
import { handler as update } from '../../../functions/campaigns/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addAccount,
  addContact,
  addContacts,
  addRunningCampaign,
  oneStep,
  waitForEnrolment,
} from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: Record<string, unknown>) =>
  call(create, {
    method: 'POST',
    path: '/campaigns',
    apiKey: workspace.apiKey,
    body: { name: 'Spring', ...body },
  });
const withVariant = (variant: Record<string, unknown>) => [
  { variants: [{ subject: 'Hello', bodyText: 'Good day.', ...variant }] },
];

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a campaign with only a name, as a draft that can be read at its Location', async () => {
    const created = await post({});
    const { enrolment, warnings, ...campaign } = created.body;
    const { id } = campaign;

    expect(created).toMatchObject({ status: 201, headers: { location: `/campaigns/${id}` } });
    expect({ enrolment, warnings }).toEqual({ enrolment: { enrolled: 0, notEnrolled: [] }, warnings: [] });
    expect(campaign).toEqual({
      id,
      name: 'Spring',
      description: null,
      status: 'draft',
      pauseReason: null,
      sendingStatus: {
        state: 'not_started',
        reasons: ['draft'],
        nextSendAt: null,
        estimatedCompletionAt: null,
      },
      steps: [],
      winners: [],
      schedule: {
        timezone: 'UTC',
        windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
        startAt: null,
        endAt: null,
        useContactTimezone: false,
        blackoutDates: [],
      },
      emailAccountIds: [],
      dailyLimit: null,
      dailyNewContactLimit: null,
      prioritizeNewContacts: false,
      maxContactsPerCompanyPerDay: null,
      stopOnReply: true,
      stopCompanyOnReply: false,
      stopOnClick: false,
      stopOnAutoReply: false,
      autoReplyDelayDays: 3,
      honourOptOutReplies: true,
      threadReassignments: [],
      trackOpens: true,
      trackClicks: true,
      plainTextOnly: false,
      unsubscribe: { header: true, link: true, text: null },
      bouncePauseThreshold: 5,
      allowReentry: false,
      allowParallel: false,
      continuous: false,
      audience: null,
      tags: [],
      stats: {
        contacts: 0,
        pending: 0,
        inProgress: 0,
        paused: 0,
        unknown: 0,
        completed: 0,
        sent: 0,
        failed: 0,
        stopped: 0,
        suppressed: 0,
        opened: 0,
        clicked: 0,
        replied: 0,
        bounced: 0,
        unsubscribed: 0,
        endedByReply: 0,
        endedByBounce: 0,
        endedByUnsubscribe: 0,
        openTracked: 0,
        clickTracked: 0,
      },
      startedAt: null,
      pausedAt: null,
      completedAt: null,
      createdAt: expect.any(String),
      updatedAt: campaign.createdAt,
    });
    expect(
      await call(get, { method: 'GET', path: `/campaigns/${id}`, params: { id }, apiKey: workspace.apiKey }),
    ).toMatchObject({ status: 200, body: campaign });
  });

  test('steps without delay and thread, with defaults by position', async () => {
    const step = { variants: oneStep[0]?.variants };
    const { body } = await post({ steps: [step, step, { ...step, thread: 'new' }] });

    expect(body.steps).toMatchObject([
      { delay: { value: 0, unit: 'days' }, thread: 'new', businessDaysOnly: true },
      { delay: { value: 3, unit: 'days' }, thread: 'reply' },
      { delay: { value: 3, unit: 'days' }, thread: 'new' },
    ]);
    expect(body.steps[0].variants).toMatchObject([{ weight: 100, enabled: true, bodyHtml: null }]);
  });

  test('a subject of a reply, with a warning that it is not used', async () => {
    const [first] = withVariant({});
    const steps = [first, { thread: 'reply', variants: first?.variants }, ...withVariant({ subject: '' })];
    const { status, body } = await post({ steps });
    const path = `/campaigns/${body.id}`;
    const { apiKey } = workspace;
    const patch = { steps: [...steps, first] };
    const patched = await call(update, {
      method: 'PATCH',
      path,
      params: { id: body.id },
      apiKey,
      body: patch,
    });

    expect(status).toBe(201);
    expect(body.warnings).toEqual([
      {
        code: 'unused_subject',
        path: 'steps[1].variants[0].subject',
        message: 'is not used in a reply: set thread to "new" to use it',
      },
    ]);
    expect(patched.body.warnings.map((warning: { path: string }) => warning.path)).toEqual([
      'steps[1].variants[0].subject',
      'steps[3].variants[0].subject',
    ]);
  });

  test('texts up to the size limit of a request, and returns them unchanged', async () => {
    const bodyText = 'é'.repeat(50_000);
    const steps = [
      { variants: Array(5).fill({ subject: 'Long', bodyText, bodyHtml: '<p>'.padEnd(80_000, 'x') }) },
    ];
    const { status, body } = await post({ steps });

    expect(status).toBe(201);
    const { id } = body;
    const read = await call(get, { method: 'GET', path: '/x', params: { id }, apiKey: workspace.apiKey });
    expect(read.body.steps).toEqual(body.steps);
    expect(read.body.steps[0].variants[4].bodyText).toBe(bodyText);
  });

  test('times of a schedule, and returns them with milliseconds', async () => {
    const { body } = await post({ schedule: { startAt: '2030-01-01T00:00:00Z', timezone: 'Europe/Berlin' } });

    expect(body.schedule).toMatchObject({ startAt: '2030-01-01T00:00:00.000Z', timezone: 'Europe/Berlin' });
  });

  test('contacts that are active in another campaign, but enrols them only with allowParallel', async () => {
    const { workspaceId } = workspace;
    const contactIds = await addContacts(workspaceId, 2);
    const first = await addRunningCampaign(workspaceId, { contactIds });
    await waitForEnrolment(workspaceId, first.id);
    const alone = await post({ contactIds });
    const parallel = await post({ contactIds, allowParallel: true });

    expect(alone.body.enrolment).toEqual({
      enrolled: 0,
      notEnrolled: contactIds.map((contactId) => ({ contactId, reason: 'active_elsewhere' })),
    });
    expect(parallel.body.enrolment).toEqual({ enrolled: 2, notEnrolled: [] });
  });

  test('contacts of another draft, and enrols them', async () => {
    const contactIds = await addContacts(workspace.workspaceId, 2);
    const first = await post({ contactIds });
    await waitForEnrolment(workspace.workspaceId, first.body.id);

    expect((await post({ contactIds })).body.enrolment).toEqual({ enrolled: 2, notEnrolled: [] });
  });

  test('suppressed contacts, lists them, and enrols every other contact once', async () => {
    const { workspaceId } = workspace;
    const { table } = connected();
    const contactIds = await addContacts(workspaceId, 95);
    const suppressed = await addContact(workspaceId);
    await table.update({ update: contactKey(workspaceId, suppressed), set: { status: 'unsubscribed' } });
    const { body } = await post({ steps: oneStep, contactIds: [...contactIds, suppressed] });

    expect(body.enrolment).toEqual({
      enrolled: 95,
      notEnrolled: [{ contactId: suppressed, reason: 'suppressed' }],
    });
    expect(body.stats).toMatchObject({ contacts: 95, pending: 95 });
    await waitForEnrolment(workspaceId, body.id);
    const executions = await Promise.all(
      contactIds.map((contactId) => findExecution(table, workspaceId, contactId, body.id)),
    );
    expect(executions.map((execution) => execution?.status)).toEqual(Array(95).fill('pending'));
    expect(await findExecution(table, workspaceId, suppressed, body.id)).toBeUndefined();
  });
});

describe('rejects', () => {
  test('accounts and contacts that do not exist in the workspace, each with its path', async () => {
    const otherWorkspace = await newWorkspace();
    const [contactId, accountId, foreignContact, foreignAccount] = await Promise.all([
      addContact(workspace.workspaceId),
      addAccount(workspace.workspaceId),
      addContact(otherWorkspace.workspaceId),
      addAccount(otherWorkspace.workspaceId),
    ]);
    const reply = await post({
      steps: oneStep,
      contactIds: [contactId, foreignContact, unknownId(contactId)],
      emailAccountIds: [foreignAccount, accountId],
    });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['emailAccountIds[0]', 'contactIds[1]', 'contactIds[2]']);
    // The message must not reveal whether an id exists in another workspace.
    expect(new Set(reply.body.error.details.map(({ message }: { message: string }) => message)).size).toBe(1);
  });

  const contact = 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1';
  const wrong: [string, Record<string, unknown>, string][] = [
    ['no name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a repeated contact', { contactIds: [contact, contact] }, 'contactIds'],
    ['1001 contacts', { contactIds: Array(1001).fill(contact) }, 'contactIds'],
    ['an id of another kind', { contactIds: ['cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1'] }, 'contactIds[0]'],
    ['a variant without a body', { steps: withVariant({ bodyText: null }) }, 'steps[0].variants[0]'],
    [
      'a body of 100,001 characters',
      { steps: withVariant({ bodyText: 'x'.repeat(100_001) }) },
      'steps[0].variants[0].bodyText',
    ],
    [
      'an unknown variable',
      { steps: withVariant({ subject: 'Hi {{nickname}}' }) },
      'steps[0].variants[0].subject',
    ],
    [
      'an expression',
      { steps: withVariant({ bodyHtml: '<p>{{ 7 * 7 }}</p>' }) },
      'steps[0].variants[0].bodyHtml',
    ],
    [
      'an unclosed variable',
      { steps: withVariant({ subject: 'Hi {{firstName}' }) },
      'steps[0].variants[0].subject',
    ],
    [
      'an unclosed spintax expression',
      { steps: withVariant({ bodyText: '{Hi|Hello you' }) },
      'steps[0].variants[0].bodyText',
    ],
    ['an unknown step type', { steps: [{ ...oneStep[0], type: 'call' }] }, 'steps[0].type'],
    ['21 steps', { steps: Array(21).fill(oneStep[0]) }, 'steps'],
    ['a step without a variant', { steps: [{ variants: [] }] }, 'steps[0].variants'],
    ['6 variants', { steps: [{ variants: Array(6).fill({ bodyText: 'x' }) }] }, 'steps[0].variants'],
    [
      'a subject of 256 characters',
      { steps: withVariant({ subject: 'x'.repeat(256) }) },
      'steps[0].variants[0].subject',
    ],
    ['a weight above 100', { steps: withVariant({ weight: 101 }) }, 'steps[0].variants[0].weight'],
    [
      'a step with an id',
      { steps: [{ ...oneStep[0], id: 'stp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1' }] },
      'steps[0].id',
    ],
    [
      'a delay of 366 days',
      { steps: [{ ...oneStep[0], delay: { value: 366, unit: 'days' } }] },
      'steps[0].delay.value',
    ],
    ['a first step that replies', { steps: [{ ...oneStep[0], thread: 'reply' }] }, 'steps[0].thread'],
    ['an unknown time zone', { schedule: { timezone: 'Mars/Olympus' } }, 'schedule.timezone'],
    ['an offset instead of a time zone', { schedule: { timezone: '+01:00' } }, 'schedule.timezone'],
    ['no window', { schedule: { windows: [] } }, 'schedule.windows'],
    [
      'a window that ends before its start',
      { schedule: { windows: [{ days: ['mon'], from: '17:00', to: '09:00' }] } },
      'schedule.windows[0].to',
    ],
    [
      'a window without a day',
      { schedule: { windows: [{ days: [], from: '09:00', to: '17:00' }] } },
      'schedule.windows[0].days',
    ],
    [
      'an invalid time of day',
      { schedule: { windows: [{ days: ['mon'], from: '09:60', to: '17:00' }] } },
      'schedule.windows[0].from',
    ],
    [
      'endAt before startAt',
      { schedule: { startAt: '2030-01-02T00:00:00Z', endAt: '2030-01-01T00:00:00Z' } },
      'schedule.endAt',
    ],
    [
      'a date that does not exist',
      { schedule: { blackoutDates: ['2030-02-30'] } },
      'schedule.blackoutDates[0]',
    ],
    ['a limit of 0', { dailyLimit: 0 }, 'dailyLimit'],
    ['a limit of 10,001', { dailyNewContactLimit: 10_001 }, 'dailyNewContactLimit'],
    ['31 days of auto-reply delay', { autoReplyDelayDays: 31 }, 'autoReplyDelayDays'],
    ['a threshold above 100 percent', { bouncePauseThreshold: 101 }, 'bouncePauseThreshold'],
    ['an unsubscribe text of 301 characters', { unsubscribe: { text: 'x'.repeat(301) } }, 'unsubscribe.text'],
    ['an empty audience', { audience: { tags: [] } }, 'audience'],
    [
      'an audience of a company that does not exist',
      { audience: { companyIds: ['com_01JT5P6ZVW3M8Q4Y7N2C9R5XB1'] } },
      'audience.companyIds[0]',
    ],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, tag) => `tag ${tag}`) }, 'tags'],
    ['a repeated tag', { tags: ['warm', ' warm'] }, 'tags'],
    ['a read-only field', { stats: {} }, 'stats'],
  ];

  test.each(wrong)('%s, with its path', async (_, fields, path) => {
    const reply = await post(fields);

    expect(reply.status).toBe(422);
    expect(new Set(pathsOf(reply))).toEqual(new Set([path]));
  });
});
