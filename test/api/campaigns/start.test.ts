import { beforeAll, describe, expect, test } from 'vitest';
import { campaignKey, countersKey } from '#lib/campaigns/state/items.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { lastRepliedAtWrite } from '#lib/contacts/last-times.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { handler as updateRecipients } from '../../../functions/campaigns/update-recipients.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addAccount,
  addCampaign,
  addCompany,
  addContact,
  addContacts,
  addQuietAccount,
  addQuietCampaign,
  commitNow,
  oneStep,
  startCampaign,
  waitForEnrolment,
} from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const act = (handler: typeof start, id: string, body?: Record<string, unknown>) =>
  call(handler, {
    method: 'POST',
    path: `/campaigns/${id}/x`,
    params: { id },
    apiKey: workspace.apiKey,
    ...(body && { body }),
  });
const setStatus = (id: string, status: string) =>
  connected().table.update({ update: campaignKey(workspace.workspaceId, id), set: { status } });
const eventsOf = async (campaignId: string): Promise<string[]> => {
  const { apiKey } = workspace;
  const { body } = await call(listActivity, {
    method: 'GET',
    path: '/activity',
    apiKey,
    query: { campaignId },
  });

  return body.data.map(({ type }: { type: string }) => type);
};

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a draft, which becomes active with one event', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const { status, body } = await act(start, id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'active', startedAt: expect.any(String), pausedAt: null });
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('an active campaign, without a change or an event', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const first = await act(start, id);

    expect(await act(start, id)).toMatchObject({ status: 200, body: first.body });
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('8 concurrent starts, with one event and the same response to all', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const replies = await Promise.all(Array.from({ length: 8 }, () => act(start, id)));

    expect(replies.map(({ status, body }) => [status, body.status])).toEqual(Array(8).fill([200, 'active']));
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('a paused campaign, which keeps the time of its first start', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const first = await act(start, id);
    await act(pause, id);

    expect((await act(start, id)).body).toMatchObject({
      status: 'active',
      startedAt: first.body.startedAt,
      pausedAt: null,
      pauseReason: null,
    });
    expect(await eventsOf(id)).toEqual(['campaign.started', 'campaign.paused', 'campaign.started']);
  });

  test('a completed campaign that has open executions or is continuous', async () => {
    const { workspaceId } = workspace;
    const unfinished = await addQuietCampaign(workspaceId);
    const continuous = await addCampaign(workspaceId, {
      emailAccountIds: [await addQuietAccount(workspaceId)],
      continuous: true,
    });
    for (const { id } of [unfinished, continuous]) {
      await setStatus(id, 'completed');
      expect((await act(start, id)).body).toMatchObject({ status: 'active', completedAt: null });
    }
  });

  test('a campaign without contacts, and returns why nothing is sent', async () => {
    const { id } = await addCampaign(workspace.workspaceId, {
      emailAccountIds: [await addQuietAccount(workspace.workspaceId)],
      continuous: true,
    });

    expect((await act(start, id)).body.sendingStatus).toEqual({
      state: 'no_contacts',
      reasons: ['no_open_contacts'],
      nextSendAt: null,
      estimatedCompletionAt: null,
    });
  });
});

test('a start returns warnings about links that are not URLs with any values', async () => {
  const { workspaceId } = workspace;
  const bodyHtml = '<a href="https://{{company.domain}}/{{city}}">x</a><a href="{{custom.url}}">y</a>';
  const { id } = await addCampaign(workspaceId, {
    contactIds: [await addContact(workspaceId)],
    emailAccountIds: [await addQuietAccount(workspaceId)],
    steps: [{ variants: [{ subject: 'Hi', bodyHtml: `${bodyHtml}<area href="htps//e.example/{{city}}">` }] }],
  });
  const warning = {
    code: 'invalid_links',
    path: 'steps[0].variants[0].bodyHtml',
    message: 'has links that are not URLs: "htps//e.example/value.example"',
  };

  expect((await act(start, id)).body).toMatchObject({ status: 'active', warnings: [warning] });
  expect((await act(start, id)).body.warnings).toEqual([warning]);
});

describe('a dry run', () => {
  const plan = async (id: string) => (await act(start, id, { dryRun: true })).body.plan;

  test('returns the planned emails by day and account, and changes nothing', async () => {
    const { workspaceId } = workspace;
    const accountId = await addAccount(workspaceId, { dailyLimit: 2 });
    const contactIds = await addContacts(workspaceId, 3);
    const always = { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' };
    const { id } = await addCampaign(workspaceId, {
      contactIds,
      emailAccountIds: [accountId],
      schedule: { windows: [always] },
    });
    const { days, ...rest } = await plan(id);

    expect(days).toMatchObject([
      { emailAccountId: accountId, mails: 2 },
      { emailAccountId: accountId, mails: 1 },
    ]);
    expect(rest).toEqual({
      totalMails: 3,
      firstSendAt: expect.stringMatching(/Z$/),
      estimatedCompletionAt: `${days[1].date}T00:00:00.000Z`,
      counts: {
        contacts: 3,
        missingVariables: 0,
        invalidLinks: 0,
        suppressed: 0,
        activeElsewhere: 0,
        repliedBefore: 0,
        contactedRecently: 0,
      },
      missingFields: [],
      missingVariables: [],
      invalidLinks: [],
      suppressed: [],
      activeElsewhere: [],
      repliedBefore: [],
      contactedRecently: [],
      truncated: false,
      truncatedReasons: [],
      warnings: [
        {
          code: 'no_postal_address',
          emailAccountIds: [accountId],
          stepIds: [],
          message: expect.any(String),
        },
      ],
    });
    expect((await act(start, id, { dryRun: false })).body.status).toBe('active');
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('says that contacts are missing because they are still being enrolled', async () => {
    const { workspaceId } = workspace;
    const contactIds = [await addContact(workspaceId)];
    const { id } = await addCampaign(workspaceId, {
      contactIds,
      emailAccountIds: [await addAccount(workspaceId)],
    });
    await connected().table.update({ update: countersKey(workspaceId, id), add: { openJobs: 1 } });

    expect(await plan(id)).toMatchObject({ truncated: true, truncatedReasons: ['enrolment_in_progress'] });
  });

  test('lists contacts with missing variables, and suppressed contacts', async () => {
    const { workspaceId } = workspace;
    const [incomplete = '', suppressed = ''] = await addContacts(workspaceId, 2);
    const { id } = await addCampaign(workspaceId, {
      contactIds: [incomplete, suppressed],
      emailAccountIds: [await addAccount(workspaceId)],
      steps: [
        { variants: [{ subject: '{{lastName}}', bodyText: '{{custom.plan}} {{city | default: "x"}}' }] },
      ],
    });
    const { table } = connected();
    await table.update({ update: contactKey(workspaceId, suppressed), set: { status: 'bounced' } });

    expect(await plan(id)).toMatchObject({
      missingVariables: [incomplete, suppressed]
        .toSorted()
        .map((contactId) => ({ contactId, fields: ['custom.plan', 'lastName'] })),
      suppressed: [suppressed],
      totalMails: 0,
    });
  });

  test('warns about steps with texts in square brackets', async () => {
    const { workspaceId } = workspace;
    const bodyText = 'We help teams with [your product].';
    const variants = [{ subject: 'A question', bodyText }];
    const { id, steps } = await addCampaign(workspaceId, {
      contactIds: [await addContact(workspaceId)],
      emailAccountIds: [await addAccount(workspaceId)],
      steps: [...oneStep, { variants }],
    });

    expect((await plan(id)).warnings).toContainEqual({
      code: 'placeholder_text',
      emailAccountIds: [],
      stepIds: [steps[1]?.id],
      message: expect.stringContaining('[your product]'),
    });
  });

  test('lists a contact that replied to another campaign', async () => {
    const { workspaceId } = workspace;
    const contactIds = await addContacts(workspaceId, 2);
    const [contactId = ''] = contactIds;
    const emailAccountIds = [await addAccount(workspaceId)];
    const repliedAt = timestamp(Date.now());
    await connected().table.update(lastRepliedAtWrite(workspaceId, contactId, repliedAt));
    const { id } = await addCampaign(workspaceId, { contactIds, emailAccountIds });

    expect(await plan(id)).toMatchObject({
      counts: { contacts: 2, repliedBefore: 1, contactedRecently: 0 },
      repliedBefore: [contactId],
    });
    const setLastContact = (daysAgo: number, contact = contactIds[1] ?? '') =>
      connected().table.update({
        update: contactKey(workspaceId, contact),
        set: { lastContactedAt: timestamp(Date.now() - daysAgo * 86_400_000) },
      });
    await setLastContact(8);
    expect((await plan(id)).contactedRecently).toEqual([]);
    await setLastContact(6);
    expect((await plan(id)).contactedRecently).toEqual([contactIds[1]]);
    await setLastContact(6, contactId);
    expect((await plan(id)).contactedRecently).toEqual([contactIds[1]]);
  });

  test('excludes contacts of another started campaign, unless the campaign allows them', async () => {
    const { workspaceId } = workspace;
    const tag = newId('con', Date.now());
    const [busy = '', free = ''] = await Promise.all(
      [1, 2].map(() => addContact(workspaceId, { tags: [tag] })),
    );
    const emailAccountIds = [await addAccount(workspaceId)];
    const other = await addCampaign(workspaceId, { contactIds: [busy], emailAccountIds });
    const { id } = await addCampaign(workspaceId, { audience: { tags: [tag] }, emailAccountIds });
    expect(await plan(id)).toMatchObject({ totalMails: 2, activeElsewhere: [] });
    await startCampaign(workspaceId, other.id);

    expect(await plan(id)).toMatchObject({
      totalMails: 1,
      counts: { contacts: 1, activeElsewhere: 1 },
      activeElsewhere: [busy],
    });
    await startCampaign(workspaceId, id);
    await waitForEnrolment(workspaceId, id);
    const executionOf = (contactId: string) => findExecution(connected().table, workspaceId, contactId, id);
    expect(await Promise.all([busy, free].map(executionOf))).toMatchObject([
      undefined,
      { status: 'pending' },
    ]);
    const parallel = await addCampaign(workspaceId, {
      audience: { tags: [tag] },
      emailAccountIds,
      allowParallel: true,
    });
    expect(await plan(parallel.id)).toMatchObject({ totalMails: 2, counts: { activeElsewhere: 0 } });
  });

  test('excludes contacts of an audience that were removed before the start, and so does the start', async () => {
    const { workspaceId } = workspace;
    const tag = newId('con', Date.now());
    const [kept = '', removed = ''] = await Promise.all(
      [1, 2].map(() => addContact(workspaceId, { tags: [tag] })),
    );
    const { id } = await addCampaign(workspaceId, {
      audience: { tags: [tag] },
      emailAccountIds: [await addAccount(workspaceId)],
    });
    expect(await plan(id)).toMatchObject({ counts: { contacts: 2 }, totalMails: 2 });
    const remove = async () =>
      (await act(updateRecipients, id, { action: 'remove', contactIds: [removed] })).body.results;
    expect(await remove()).toMatchObject([{ outcome: 'applied' }]);
    expect(await remove()).toMatchObject([{ outcome: 'unchanged' }]);

    expect(await plan(id)).toMatchObject({ counts: { contacts: 1 }, totalMails: 1 });
    await startCampaign(workspaceId, id);
    await waitForEnrolment(workspaceId, id);
    expect(await findExecution(connected().table, workspaceId, removed, id)).toMatchObject({
      status: 'stopped',
      reason: 'excluded',
    });
    expect(await findExecution(connected().table, workspaceId, kept, id)).toMatchObject({
      status: 'pending',
    });
    const item = await connected().table.get(countersKey(workspaceId, id));
    expect(item).toMatchObject({ contacts: 1, stopped: 0, endedUnsent: 0 });
  });

  test('counts the contacts of an audience and their missing values beyond the end of its lists', async () => {
    const { workspaceId } = workspace;
    const tag = newId('con', Date.now());
    const people = Array.from({ length: 103 }, (_, index) => ({
      tags: [tag],
      ...(index === 0 && { firstName: 'Ada' }),
      ...(index < 2 && { customFields: { planTier: 'pro' } }),
    }));
    for (const person of people) await addContact(workspaceId, person);
    const unsubscribed = await addContact(workspaceId, { tags: [tag] });
    await commitNow(
      workspaceId,
      await planContactUpdate(connected(), workspaceId, unsubscribed, { status: 'unsubscribed' }),
    );
    const { id } = await addCampaign(workspaceId, {
      audience: { tags: [tag] },
      emailAccountIds: [await addAccount(workspaceId)],
      steps: [{ variants: [{ subject: 'Hi {{firstName}}', bodyText: '{{custom.planTier}}' }] }],
    });
    const { missingVariables, truncatedReasons, ...rest } = await plan(id);

    expect(missingVariables).toHaveLength(100);
    expect(truncatedReasons).toEqual(['list_limit']);
    expect(rest).toMatchObject({
      counts: { contacts: 103, missingVariables: 102, invalidLinks: 0, suppressed: 1 },
      suppressed: [unsubscribed],
      missingFields: [
        { field: 'firstName', contacts: 102 },
        { field: 'custom.plantier', contacts: 101 },
      ],
    });
  });

  test('lists links that are not URLs with the values of a contact', async () => {
    const { workspaceId } = workspace;
    const sites = ['acme.com/de/shop', 'Acme Inc', 'https://acme.com'];
    const contactIds = await Promise.all(
      sites.map((site) => addContact(workspaceId, { customFields: { site } })),
    );
    const bodyHtml =
      '<!--[if mso]><v:rect href="https://{{custom.site | default: "x"}}"><![endif]-->{{city}}';
    const { id, steps } = await addCampaign(workspaceId, {
      contactIds,
      emailAccountIds: [await addAccount(workspaceId)],
      steps: [{ variants: [{ subject: 'Hi', bodyHtml }] }, { variants: [{ bodyText: 'https://e.example' }] }],
    });

    expect(await plan(id)).toMatchObject({
      invalidLinks: [{ contactId: contactIds[1], stepId: steps[0]?.id, links: ['https://Acme%20Inc'] }],
      counts: { invalidLinks: 1 },
    });
  });

  test('checks only texts that would be sent, and includes company fields', async () => {
    const { workspaceId } = workspace;
    const industry = 'Ships';
    const companyIds = await Promise.all([
      addCompany(workspaceId, { name: 'Ship', industry }),
      addCompany(workspaceId),
      null,
    ]);
    const contactIds = await Promise.all(
      companyIds.map((companyId) => addContact(workspaceId, { companyId })),
    );
    const first = {
      subject: '{{company.name | default: "x"}}',
      bodyHtml: '{{city}}',
      bodyText: '{{company.industry}}',
    };
    const { id } = await addCampaign(workspaceId, {
      contactIds,
      emailAccountIds: [await addAccount(workspaceId)],
      plainTextOnly: true,
      steps: [{ variants: [first] }, { variants: [{ subject: '{{phone}}', bodyText: '{{sender.name}}' }] }],
    });

    expect((await plan(id)).missingVariables).toEqual(
      contactIds
        .slice(1)
        .sort()
        .map((contactId) => ({ contactId, fields: ['company.industry'] })),
    );
  });

  test('fails with the same faults as a start', async () => {
    const { id } = await addCampaign(workspace.workspaceId, { steps: [] });
    const [real, dry] = [await act(start, id), await act(start, id, { dryRun: true })];

    expect(dry).toMatchObject({ status: 422, body: { error: { details: real.body.error.details } } });
  });
});

describe('rejects', () => {
  const faulty: [string, Record<string, unknown>, string][] = [
    [
      'a first email without a subject',
      { steps: [{ variants: [{ bodyText: 'x' }, { subject: 'y', bodyText: 'x' }] }] },
      'steps[0].variants[0].subject',
    ],
    [
      'a second thread without a subject',
      { steps: [oneStep[0], { thread: 'new', variants: [{ bodyText: 'x' }] }] },
      'steps[1].variants[0].subject',
    ],
    [
      'a step without an enabled variant',
      { steps: [oneStep[0], { variants: [{ bodyText: 'x', enabled: false }] }] },
      'steps[1].variants',
    ],
    ['a schedule that has ended', { schedule: { endAt: '2020-01-01T00:00:00Z' } }, 'schedule'],
  ];
  test.each(faulty)('%s', async (_, fields, path) => {
    const { workspaceId } = workspace;
    const { id } = await addCampaign(workspaceId, {
      emailAccountIds: [await addQuietAccount(workspaceId)],
      contactIds: [await addContact(workspaceId)],
      ...fields,
    });

    expect(pathsOf(await act(start, id))).toEqual([path]);
    expect(await eventsOf(id)).toEqual([]);
  });

  test('an incomplete campaign, with all faults in one response', async () => {
    const { id } = await addCampaign(workspace.workspaceId, { steps: [] });
    const reply = await act(start, id);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['steps', 'emailAccountIds', 'contactIds']);
    expect(await eventsOf(id)).toEqual([]);
  });

  test('a campaign without an enrolled contact, with the reasons of a refusal and the field that lists them', async () => {
    const { workspaceId } = workspace;
    const suppressed = await addContact(workspaceId);
    await connected().table.update({
      update: contactKey(workspaceId, suppressed),
      set: { status: 'unsubscribed' },
    });
    const { id } = await addCampaign(workspaceId, {
      emailAccountIds: [await addQuietAccount(workspaceId)],
      contactIds: [suppressed],
    });

    expect((await act(start, id)).body.error.details).toEqual([
      {
        path: 'contactIds',
        rule: 'start',
        message: expect.stringMatching(/^no contact is enrolled: .*suppressed.*enrolment\.notEnrolled/),
      },
    ]);
  });

  test('a campaign without an account that can send', async () => {
    const { workspaceId } = workspace;
    const [idle, broken, contactId] = await Promise.all([
      addAccount(workspaceId, { dailyLimit: 0 }),
      addAccount(workspaceId),
      addContact(workspaceId),
    ]);
    await connected().table.update({ update: accountKey(workspaceId, broken), set: { status: 'error' } });
    const { id } = await addCampaign(workspaceId, {
      steps: oneStep,
      emailAccountIds: [idle, broken],
      contactIds: [contactId],
    });

    expect(pathsOf(await act(start, id))).toEqual(['emailAccountIds']);
  });

  test('a completed campaign without open executions', async () => {
    const { workspaceId } = workspace;
    const { id } = await addCampaign(workspaceId);
    await setStatus(id, 'completed');

    expect(await act(start, id)).toMatchObject({ status: 422 });
    expect(await eventsOf(id)).toEqual([]);
  });
});
