import { beforeAll, describe, expect, test } from 'vitest';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as listReplies } from '../../../functions/replies/list.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { type AddedReply, addReply } from '../support/replies.ts';
import { addContact, addQuietAccount, commitNow } from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

let workspace: Workspace;
let replies: AddedReply[];
const hourMs = 3_600_000;
/** In the future, because ids never go back. */
const begin = Date.UTC(2040, 10, 20);

const list = (query: Record<string, string>, { apiKey } = workspace) =>
  call(listReplies, { method: 'GET', path: '/replies', query, apiKey });
const idsOf = async (query: Record<string, string>) => {
  const { status, body } = await list({ limit: '100', ...query });
  expect(status).toBe(200);

  return (body.data as { id: string }[]).map(({ id }) => id);
};
const idsAt = (...positions: number[]) =>
  newestFirst(positions.map((position) => replies[position]?.replyId ?? ''));

/** Six replies, one per hour: of two campaigns, two contacts and two accounts; the last is automatic. */
beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  const [accounts, contacts] = [
    [await addQuietAccount(workspaceId), await addQuietAccount(workspaceId)],
    [await addContact(workspaceId), await addContact(workspaceId)],
  ];
  const campaigns = [newId('cmp', begin), newId('cmp', begin)];
  replies = [];
  for (let at = 0; at < 6; at++) {
    const half = at % 2;
    const ids = {
      campaignId: campaigns[half] ?? '',
      contactId: contacts[at < 3 ? 0 : 1] ?? '',
      emailAccountId: accounts[at < 2 ? 0 : 1] ?? '',
    };
    replies.push(await addReply(workspaceId, { ...ids, at: begin + at * hourMs, isAutomatic: at === 5 }));
  }
  await patch(1, { isRead: true, labels: ['interested', 'vip'] });
  await patch(3, { labels: ['interested'] });
});

async function patch(position: number, body: Parameters<typeof planReplyUpdate>[3]): Promise<void> {
  const { workspaceId } = workspace;
  const id = replies[position]?.replyId ?? '';
  await commitNow(workspaceId, await planReplyUpdate(connected(), workspaceId, id, body));
}

describe('the list of replies', () => {
  test('shows the sender, the subject, the beginning of the text and the time, newest first', async () => {
    const { body } = await list({ limit: '6' });
    const [newest] = body.data;

    expect(newest).toEqual({
      ...replies[5]?.ids,
      id: replies[5]?.replyId,
      fromEmail: replies[5]?.fromEmail,
      fromName: 'Ann',
      subject: 'Re: Hello',
      snippet: 'Call me.',
      isAutomatic: true,
      isRead: true,
      labels: [],
      suggestedLabels: ['out_of_office'],
      attachmentCount: 0,
      isTruncated: false,
      receivedAt: new Date(begin + 5 * hourMs).toISOString(),
      updatedAt: new Date(begin + 5 * hourMs).toISOString(),
      isDone: false,
      snoozedUntil: null,
      assigneeId: null,
      answeredAt: null,
    });
    expect(await idsOf({})).toEqual(idsAt(0, 1, 2, 3, 4, 5));
  });

  test('is complete over pages, with and without filters', async () => {
    const pages = (query: Record<string, string>) =>
      walkPages(listReplies, { path: '/replies', apiKey: workspace.apiKey, limit: 2, query });
    const contactId = replies[0]?.ids.contactId ?? '';

    expect((await pages({})).flat()).toEqual(idsAt(0, 1, 2, 3, 4, 5));
    expect((await pages({ contactId })).flat()).toEqual(idsAt(0, 1, 2));
    expect((await pages({ isRead: 'false' })).flat()).toEqual(idsAt(0, 2, 3, 4));
  });

  test('can be filtered by campaign, contact, account, label, state, kind and period', async () => {
    const { campaignId = '', contactId = '', emailAccountId = '' } = replies[0]?.ids ?? {};
    const at = (hours: number) => new Date(begin + hours * hourMs).toISOString();

    expect(await idsOf({ campaignId })).toEqual(idsAt(0, 2, 4));
    expect(await idsOf({ contactId })).toEqual(idsAt(0, 1, 2));
    expect(await idsOf({ emailAccountId })).toEqual(idsAt(0, 1));
    expect(await idsOf({ label: 'interested' })).toEqual(idsAt(1, 3));
    expect(await idsOf({ label: 'vip' })).toEqual(idsAt(1));
    expect(await idsOf({ label: 'unused' })).toEqual([]);
    expect(await idsOf({ isRead: 'true' })).toEqual(idsAt(1, 5));
    expect(await idsOf({ isAutomatic: 'true' })).toEqual(idsAt(5));
    expect(await idsOf({ after: at(1), before: at(4) })).toEqual(idsAt(2, 3));
  });

  test('combines filters', async () => {
    const { campaignId = '', contactId = '' } = replies[1]?.ids ?? {};

    expect(await idsOf({ campaignId, label: 'interested' })).toEqual(idsAt(1, 3));
    expect(await idsOf({ campaignId, contactId, isRead: 'true' })).toEqual(idsAt(1));
    expect(await idsOf({ contactId, after: new Date(begin).toISOString(), isRead: 'false' })).toEqual(
      idsAt(2),
    );
  });

  test('of another workspace is empty', async () => {
    const other = await newWorkspace();
    const { contactId = '', campaignId = '', emailAccountId = '' } = replies[0]?.ids ?? {};
    for (const query of [{}, { contactId }, { campaignId }, { emailAccountId }, { label: 'vip' }]) {
      expect((await list(query, other)).body.data).toEqual([]);
    }
  });
});
