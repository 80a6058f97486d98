import { beforeAll, describe, expect, test } from 'vitest';
import { settledAfterMs } from '#lib/activity/activity.ts';
import { activityRoutes } from '#lib/activity/routes.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { findExecution, readCampaignContacts } from '#lib/executions/executions.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as list } from '../../../functions/activity/list.ts';
import { call } from '../../support/call.ts';
import { dataOf } from '../../support/event-data.ts';
import { linesFor } from '../../support/logs.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { addContact, addContacts, addQuietCampaign, startCampaign } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const ask = (query: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(list, { method: 'GET', path: '/activity', apiKey, query });

beforeAll(async () => {
  workspace = await newWorkspace();
  await addContacts(workspace.workspaceId, 40);
});

describe('accepts', () => {
  test('pages return each event of the workspace once, newest first', async () => {
    for (const limit of [9, 40, 100]) {
      const pages = await walkPages(list, { path: '/activity', apiKey: workspace.apiKey, limit });

      expect(new Set(pages.flat()).size).toBe(40);
      expect(pages.flat()).toEqual(newestFirst(pages.flat()));
    }
  });

  test('an event has its subject ids and its other data as metadata', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const contactId = await addContact(workspaceId, { email: 'ann@example.com' });

    expect((await ask({}, apiKey)).body.data).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'contact.created',
        occurredAt: expect.stringMatching(/Z$/),
        campaignId: null,
        contactId,
        executionId: null,
        stepId: null,
        variantId: null,
        emailAccountId: null,
        messageId: null,
        isBot: false,
        botReason: null,
        metadata: { email: 'ann@example.com' },
      },
    ]);
  });

  test('a time may have an offset other than UTC', async () => {
    const at = new Date(Date.now() - 3_600_000);
    const local = new Date(at.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00');

    expect((await ask({ after: local, limit: '100' })).body.data).toHaveLength(40);
    expect((await ask({ before: local })).body.data).toEqual([]);
  });

  test('the events of one contact or campaign, page by page', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const { id: campaignId } = await addQuietCampaign(workspaceId);
    await startCampaign(workspaceId, campaignId);
    const contactId = await addContact(workspaceId);
    const opened: NewEvent = {
      type: 'email.opened',
      data: dataOf('email.opened', { campaignId, contactId }),
    };
    for (let turn = 0; turn < 5; turn++)
      await commit(connected(), workspaceId, { writes: [], events: [opened] });

    const ofContact = await walkPages(list, { path: '/activity', apiKey, limit: 2, query: { contactId } });
    const ofCampaign = await walkPages(list, { path: '/activity', apiKey, limit: 2, query: { campaignId } });
    expect(ofContact.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(ofCampaign.map((page) => page.length)).toEqual([2, 2, 2]);
    const types = (await ask({ campaignId }, apiKey)).body.data.map(({ type }: { type: string }) => type);
    expect(types).toEqual([...Array(5).fill('email.opened'), 'campaign.started']);
  });
});

describe('filters', () => {
  let own: Workspace;
  let campaignId: string;
  let contactId: string;
  const [executionId, emailAccountId] = [newId('exe', Date.now()), newId('acc', Date.now())];
  const typesOf = async (query: Record<string, string>) =>
    (await ask(query, own.apiKey)).body.data.map(({ type }: { type: string }) => type);
  const idsOf = async (query: Record<string, string>): Promise<string[]> =>
    (await ask(query, own.apiKey)).body.data.map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    own = await newWorkspace();
    ({ id: campaignId } = await addQuietCampaign(own.workspaceId));
    const [enrolled = ''] = await readCampaignContacts(
      connected().table,
      { workspaceId: own.workspaceId, campaignId },
      undefined,
      1,
    );
    contactId = enrolled;
    const ids = { campaignId, contactId, executionId, emailAccountId };
    const events: NewEvent[] = [
      { type: 'email.sent', data: ids, details: { variantId: newId('var', 0), messageId: '<a@b>' } },
      { type: 'email.opened', data: dataOf('email.opened', ids), details: { botReason: 'prefetch' } },
      { type: 'email.opened', data: dataOf('email.opened', ids), isFirst: true },
      {
        type: 'email.clicked',
        data: dataOf('email.clicked', { ...ids, executionId: newId('exe', 0) }),
      },
    ];
    for (const event of events) {
      await commit(connected(), own.workspaceId, { writes: [], events: [event] });
    }
  });

  test('each one separately, newest first', async () => {
    const mails = ['email.clicked', 'email.opened', 'email.sent'];

    expect(await typesOf({})).toEqual([...mails, 'contact.created']);
    expect(await typesOf({ campaignId })).toEqual(mails);
    expect(await typesOf({ emailAccountId })).toEqual(mails);
    expect(await typesOf({ contactId })).toEqual([...mails, 'contact.created']);
    expect(await typesOf({ type: 'email.sent' })).toEqual(['email.sent']);
    expect(await typesOf({ type: 'email.sent,contact.created,email.sent' })).toEqual([
      'email.sent',
      'contact.created',
    ]);
    expect(await typesOf({ type: 'email.bounced' })).toEqual([]);
  });

  test('the events of an execution', async () => {
    const { table } = connected();
    const execution = await findExecution(table, own.workspaceId, contactId, campaignId);
    const data = { campaignId, contactId, executionId: execution?.id ?? '' };
    const event: NewEvent = { type: 'email.replied', data: dataOf('email.replied', data) };
    await commit(connected(), own.workspaceId, { writes: [], events: [event] });

    expect(await typesOf({ executionId: data.executionId })).toEqual(['email.replied']);
    expect(await typesOf({ executionId: newId('exe', 0) })).toEqual([]);
  });

  test('bot events are excluded by default and have a reason if included', async () => {
    const [, shown] = (await ask({ type: 'email.opened', includeBots: 'true' }, own.apiKey)).body.data;

    expect(await typesOf({ type: 'email.opened' })).toEqual(['email.opened']);
    expect(shown).toMatchObject({ isBot: true, botReason: 'prefetch' });
    const [sent] = (await ask({ type: 'email.sent' }, own.apiKey)).body.data;
    expect(sent).toMatchObject({ isBot: false, messageId: '<a@b>', variantId: expect.any(String) });
  });

  test('combined filters return events that match all of them', async () => {
    expect(await typesOf({ campaignId, emailAccountId, type: 'email.clicked' })).toEqual(['email.clicked']);
    expect(await typesOf({ campaignId, contactId: newId('con', 0) })).toEqual([]);
  });

  test.each(['', 'contactId', 'campaignId', 'emailAccountId', 'type'])(
    'times are bounds, and afterId continues after an event, oldest first (%s)',
    async (name) => {
      const values: Record<string, string> = { contactId, campaignId, emailAccountId };
      const filter: Record<string, string> =
        name === '' ? {} : { [name]: values[name] ?? 'email.sent,email.opened,email.clicked' };
      const all = (await ask(filter, own.apiKey)).body.data;
      const [newest] = all;
      const oldest = all.at(-1);
      const ids: string[] = all.map(({ id }: { id: string }) => id);

      expect(await idsOf({ ...filter, before: oldest.occurredAt })).toEqual([]);
      expect(await idsOf({ ...filter, after: newest.occurredAt })).toEqual([]);
      setClock(Date.now() + settledAfterMs + 1);
      expect(await idsOf({ ...filter, afterId: oldest.id })).toEqual(ids.slice(0, -1).reverse());
      // An id that sorts among them but does not exist.
      expect(await idsOf({ ...filter, afterId: `evt_${'0'.repeat(26)}` })).toEqual(ids.toReversed());
      const pages = await walkPages(list, {
        path: '/activity',
        apiKey: own.apiKey,
        limit: 1,
        query: { ...filter, afterId: oldest.id },
      });
      expect(pages.flat()).toEqual(ids.slice(0, -1).reverse());
    },
  );
});

describe('rejects', () => {
  test('malformed ids, and cursors of other filters', async () => {
    const { nextCursor } = (await ask({ limit: '3' })).body;
    const contactId = await addContact((await newWorkspace()).workspaceId);

    expect(pathsOf(await ask({ campaignId: 'spring' }))).toEqual(['campaignId']);
    expect(pathsOf(await ask({ type: 'email.sent,email.lost', after: 'now', includeBots: 'yes' }))).toEqual([
      'type',
      'after',
      'includeBots',
    ]);
    expect(pathsOf(await ask({ cursor: nextCursor, contactId }))).toEqual(['cursor']);
  });

  test('another workspace’s contact has no events in this workspace', async () => {
    const contactId = await addContact((await newWorkspace()).workspaceId);

    expect((await ask({ contactId })).body).toEqual({ data: [], nextCursor: null, hasMore: false });
  });
});

describe('events that another version of the service stored', () => {
  const omitted = () =>
    linesFor(activityRoutes.list, 'ActivityEventsOmitted').reduce((sum, { count }) => sum + Number(count), 0);
  const unknownKind: EventKind = 'email.teleported' as never;
  const ids = { campaignId: newId('cmp', 0), contactId: newId('con', 0), executionId: newId('exe', 0) };
  const mail = { ...ids, stepId: newId('stp', 0), emailAccountId: newId('acc', 0) };

  test('have the documented fields: others are omitted, and missing fields are null where null is allowed', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    await commit(connected(), workspaceId, {
      writes: [],
      events: [{ type: 'email.bounced', data: { ...mail, smtpCode: 550, formerField: 'x' } }],
    });
    const { status, body } = await ask({}, apiKey);

    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ type: 'email.bounced', ...mail }]);
    expect(body.data[0].metadata).toEqual({ smtpCode: 550, enhancedCode: null, diagnostic: null });
  });

  test('are omitted and counted if they lack a field or their kind is unknown; all others are on their pages', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const before = omitted();
    for (const event of [
      { type: 'email.opened' as const, data: mail },
      { type: unknownKind, data: mail },
    ]) {
      await addContact(workspaceId);
      await commit(connected(), workspaceId, { writes: [], events: [event] });
      await addContact(workspaceId);
    }
    const pages = await walkPages(list, { path: '/activity', apiKey, limit: 3 });
    const { status, body } = await ask({ limit: '100' }, apiKey);

    expect(status).toBe(200);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(Array(4).fill('contact.created'));
    expect(pages.flat()).toEqual(body.data.map(({ id }: { id: string }) => id));
    expect(omitted() - before).toBeGreaterThanOrEqual(2);
  });
});
