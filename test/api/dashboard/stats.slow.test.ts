import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { ContactPatch } from '#lib/contacts/contact.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { listContacts } from '#lib/contacts/list.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { newId, ulidTime } from '#lib/values/ids.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { workspaceSettingsKey } from '#lib/workspaces/items.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { handler as campaignStats } from '../../../functions/campaigns/stats.ts';
import { handler as upload } from '../../../functions/contacts/import.ts';
import { handler as stats } from '../../../functions/dashboard/stats.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addAccount,
  addContact,
  addContacts,
  addQuietCampaign,
  addWebhook,
  block,
  commitNow,
  draftCampaign,
  startCampaign,
  unblock,
  uniqueEmail,
} from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const ask = async (query: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(stats, { method: 'GET', path: '/dashboard/stats', apiKey, query });
const [campaignId, emailAccountId] = [newId('cmp', Date.now()), newId('acc', Date.now())];
const noMails = { sent: 0, opened: 0, clicked: 0, replied: 0, bounced: 0, unsubscribed: 0 };

interface Happening {
  readonly type: EventKind;
  readonly at: string;
  readonly more?: Partial<OutboxItem['events'][number]>;
}

/** Events of other days, as outbox records of those days. The stack publishes them. */
async function happen(workspaceId: string, happenings: readonly Happening[]): Promise<void> {
  const events = happenings.map(({ type, at, more }, position) => ({
    id: `evt_${ulidTime(Date.parse(at))}${String(position).padStart(16, '0')}`,
    type,
    subjectId: newId('con', 0),
    campaignId,
    emailAccountId,
    ...more,
  }));
  const put = { pk: 'OUTBOX#0', sk: newId('evt', Date.now()), workspaceId, events, increments: [] };
  await connected().table.transact([{ put }]);
  await vi.waitFor(
    async () => {
      if (await connected().table.get(put)) throw new Error('not published yet');
    },
    { timeout: 20_000, interval: 20 },
  );
}

const first = { isFirst: true };

beforeAll(async () => {
  workspace = await newWorkspace();
  await happen(workspace.workspaceId, [
    {
      type: 'email.sent',
      at: '2026-03-10T22:45:00.000Z',
      more: { ...first, tracked: ['opens', 'clicks'] },
    },
    { type: 'email.sent', at: '2026-03-10T23:15:00.000Z', more: { ...first, tracked: ['opens'] } },
    { type: 'email.sent', at: '2026-03-11T10:00:00.000Z' },
    { type: 'email.opened', at: '2026-03-11T11:00:00.000Z', more: first },
    { type: 'email.opened', at: '2026-03-11T11:01:00.000Z' },
    { type: 'email.opened', at: '2026-03-11T11:02:00.000Z' },
    { type: 'email.opened', at: '2026-03-11T11:02:00.000Z', more: { isRetracted: true } },
    { type: 'email.clicked', at: '2026-03-12T11:00:00.000Z', more: first },
    { type: 'email.replied', at: '2026-03-16T11:00:00.000Z', more: first },
    { type: 'email.bounced', at: '2026-03-16T11:30:00.000Z', more: { campaignId: newId('cmp', 0) } },
    { type: 'contact.created', at: '2026-03-16T11:30:00.000Z' },
  ]);
});

describe('accepts', () => {
  test('totals count emails, contacts and events, except bot events', async () => {
    const { status, body } = await ask({ from: '2026-03-01', to: '2026-03-31' });

    expect(status).toBe(200);
    expect(body.period).toEqual({ from: '2026-03-01', to: '2026-03-31', timezone: 'UTC' });
    expect(body.totals).toEqual({
      sent: 3,
      openTracked: 2,
      clickTracked: 1,
      contacted: 2,
      opened: 2,
      uniqueOpened: 1,
      clicked: 1,
      uniqueClicked: 1,
      replied: 1,
      uniqueReplied: 1,
      bounced: 1,
      unsubscribed: 0,
    });
    expect(body.rates).toEqual({
      openRate: 1 / 2,
      clickRate: 1,
      replyRate: 1 / 3,
      bounceRate: 1 / 3,
      unsubscribeRate: 0,
    });
  });

  test('a period has the days of the workspace, each with the events of its local day', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    await connected().table.put({
      put: { ...workspaceSettingsKey(workspaceId), zones: [{ from: 0, timezone: 'Europe/Berlin' }] },
    });
    await happen(workspaceId, [
      { type: 'email.sent', at: '2026-03-10T22:45:00.000Z' },
      { type: 'email.sent', at: '2026-03-10T23:15:00.000Z' },
    ]);
    const { body } = await ask({ from: '2026-03-10', to: '2026-03-12' }, apiKey);

    expect(body.period).toEqual({ from: '2026-03-10', to: '2026-03-12', timezone: 'Europe/Berlin' });
    expect(body.series).toEqual([
      { ...noMails, date: '2026-03-10', sent: 1 },
      { ...noMails, date: '2026-03-11', sent: 1 },
      { ...noMails, date: '2026-03-12' },
    ]);
    const byStep = await call(campaignStats, {
      method: 'GET',
      path: '/x',
      params: { id: (await addQuietCampaign(workspaceId)).id },
      apiKey,
    });
    expect(byStep.body.period.timezone).toBe('Europe/Berlin');
  });

  test('weeks start on Monday, and days without emails are included', async () => {
    const period = { from: '2026-03-04', to: '2026-03-17' };
    const weeks = await ask({ ...period, granularity: 'week' });

    expect(weeks.body.series).toEqual([
      { ...noMails, date: '2026-03-02' },
      { ...noMails, date: '2026-03-09', sent: 3, opened: 2, clicked: 1 },
      { ...noMails, date: '2026-03-16', replied: 1, bounced: 1 },
    ]);
    expect((await ask(period)).body.series).toHaveLength(14);
  });

  test('a campaign or account filter', async () => {
    const period = { from: '2026-03-01', to: '2026-03-31' };

    expect((await ask({ ...period, campaignId })).body.totals).toMatchObject({ sent: 3, bounced: 0 });
    expect((await ask({ ...period, emailAccountId })).body.totals).toMatchObject({ sent: 3, bounced: 1 });
    const nobody = { campaignId: newId('cmp', 0) };
    expect((await ask({ ...period, ...nobody })).body).toMatchObject({
      totals: { sent: 0 },
      rates: { openRate: null, replyRate: null },
    });
  });

  test('without dates the last 30 days; with only a start, until today', async () => {
    const today = new Date().toISOString().slice(0, 10);

    expect((await ask()).body.series).toHaveLength(30);
    expect((await ask()).body.period.to).toBe(today);
    expect((await ask({ from: today })).body.series).toEqual([{ ...noMails, date: today }]);
    expect((await ask({ to: '2026-03-11' })).body.period.from).toBe('2026-02-10');
  });

  test('campaigns and accounts are counted by their status', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const { id } = await addQuietCampaign(workspaceId);
    await draftCampaign(workspaceId);
    const broken = await addAccount(workspaceId, { dailyLimit: 40 });
    await connected().table.update({
      update: accountKey(workspaceId, broken),
      set: { status: 'error', sentDay: new Date().toISOString().slice(0, 10), sentToday: 3 },
    });
    await startCampaign(workspaceId, id);
    await vi.waitFor(
      async () =>
        expect((await ask({}, apiKey)).body.campaigns).toEqual({
          draft: 1,
          active: 1,
          paused: 0,
          completed: 0,
        }),
      { timeout: 20_000, interval: 200 },
    );
    await call(pause, { method: 'POST', path: '/x', params: { id }, apiKey });
    await vi.waitFor(
      async () => expect((await ask({}, apiKey)).body.campaigns).toMatchObject({ active: 0, paused: 1 }),
      { timeout: 20_000, interval: 200 },
    );
    expect((await ask({}, apiKey)).body.emailAccounts).toEqual({
      connected: 1,
      paused: 0,
      error: 1,
      disconnected: 0,
      capacityToday: 500,
      usedToday: 3,
    });
  });

  test('webhooks are counted by their status', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const [failing] = await Promise.all([addWebhook(workspaceId), addWebhook(workspaceId)]);
    await connected().table.update({
      update: webhookKey(workspaceId, failing.id),
      set: { status: 'failing' },
    });

    expect((await ask({}, apiKey)).body.webhooks).toEqual({ healthy: 1, failing: 1, disabled: 0 });
  });
});

test('contact counts match the lists after any change', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const ids = await addContacts(workspaceId, 6);
  const [one = '', two = '', three = '', four = ''] = ids;
  const email = uniqueEmail();
  const domain = `${workspaceId.slice(-8).toLowerCase()}.example`;
  await addContact(workspaceId, { email: `ann@${domain}` });
  await call(upload, {
    method: 'POST',
    path: '/contacts/import',
    apiKey,
    headers: { 'Content-Type': 'text/csv' },
    body: ['email', ...Array.from({ length: 30 }, uniqueEmail), `bob@${domain}`].join('\n'),
  });
  const edit = async (id: string, patch: ContactPatch) =>
    commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, id, patch));
  await edit(one, { status: 'unsubscribed' });
  await edit(two, { email });
  const entry = await block(workspaceId, email);
  await edit(two, { status: 'unsubscribed' });
  await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, three));
  await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, one));
  const other = await block(workspaceId, (await getContact(connected(), workspaceId, four)).email);
  await unblock(workspaceId, other.id);
  await edit(four, { status: 'unsubscribed' });
  await edit(four, { email: uniqueEmail() });
  await block(workspaceId, domain);
  await addContact(workspaceId, { email: `cy@${domain}` });
  expect(entry.contactCount).toBe(1);

  await vi.waitFor(
    async () => {
      const { contacts } = (await ask({}, apiKey)).body;
      expect(contacts).toEqual({ active: 33, unsubscribed: 1, bounced: 0, blocklisted: 3 });
    },
    { timeout: 20_000, interval: 500 },
  );
  for (const [status, count] of [
    ['active', 33],
    ['unsubscribed', 1],
    ['blocklisted', 3],
  ] as const) {
    const { data } = await listContacts(connected(), workspaceId, { status, limit: 100 });
    expect([status, data.length]).toEqual([status, count]);
  }
});

describe('rejects', () => {
  test.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'from'],
    [{ from: '2026-02-30' }, 'from'],
    [{ timezone: 'UTC' }, 'timezone'],
    [{ granularity: 'month' }, 'granularity'],
    [{ campaignId, emailAccountId }, 'emailAccountId'],
  ])('%o', async (query, path) => {
    expect(pathsOf(await ask(query))).toEqual([path]);
  });

  test('366 days are accepted', async () => {
    expect((await ask({ from: '2025-01-01', to: '2026-01-01' })).body.series).toHaveLength(366);
  });

  test('another workspace’s emails are not counted', async () => {
    const { apiKey } = await newWorkspace();

    expect((await ask({ from: '2026-03-01', to: '2026-03-31', campaignId }, apiKey)).body.totals.sent).toBe(
      0,
    );
  });
});
