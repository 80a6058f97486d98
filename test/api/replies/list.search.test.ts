import { beforeAll, describe, expect, test } from 'vitest';
import { handler as listReplies } from '../../../functions/replies/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { type AddedReply, addReply } from '../support/replies.ts';
import { pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
let offer: AddedReply;
let greeting: AddedReply;

const list = (query: Record<string, string>, { apiKey } = workspace) =>
  call(listReplies, { method: 'GET', path: '/replies', query, apiKey });
const find = async (search: string, query: Record<string, string> = {}) => {
  const { status, body } = await list({ search, ...query });
  expect(status).toBe(200);

  return (body.data as { id: string }[]).map(({ id }) => id);
};

beforeAll(async () => {
  workspace = await newWorkspace();
  const longText = `Good day. ${'We talked about it. '.repeat(30)} Send the brochure about façades, please.`;
  offer = await addReply(workspace.workspaceId, {
    fromEmail: 'grace@harbour.example',
    content: {
      fromName: 'Grace Höll',
      subject: 'Re: Spring offer',
      text: longText,
      fullText: 'Quoted: zebra',
    },
  });
  greeting = await addReply(workspace.workspaceId, {
    ...offer.ids,
    fromEmail: null,
    content: { fromName: null, subject: '', text: 'Thank you.' },
  });
});

describe('a search of replies', () => {
  test('finds words of the sender, the address, the subject and the text', async () => {
    for (const search of ['Grace', 'harbour.example', 'spring', 'brochure']) {
      expect([search, await find(search)]).toEqual([search, [offer.replyId]]);
    }
    expect(await find('thank')).toEqual([greeting.replyId]);
  });

  test('ignores case and accents, and accepts parts of words in any order', async () => {
    expect(await find('FACADES  holl')).toEqual([offer.replyId]);
    expect(await find('broch gra')).toEqual([offer.replyId]);
  });

  test('needs all words, and does not read the quotation', async () => {
    expect(await find('grace thank')).toEqual([]);
    expect(await find('zebra')).toEqual([]);
  });

  test('can be combined with filters', async () => {
    expect(await find('grace', { isRead: 'false', contactId: offer.ids.contactId })).toEqual([offer.replyId]);
    expect(await find('grace', { isRead: 'true' })).toEqual([]);
  });

  test('does not find replies of another workspace', async () => {
    expect((await list({ search: 'grace' }, await newWorkspace())).body.data).toEqual([]);
  });

  test('rejects a text of 101 characters', async () => {
    expect(pathsOf(await list({ search: 'a'.repeat(101) }))).toEqual(['search']);
  });
});

test('a search reads at most 126 replies for a page, and the next page continues there', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const oldest = await addReply(workspaceId, { content: { text: 'The needle.' } });
  for (let added = 0; added < 210; added++) await addReply(workspaceId, oldest.ids);
  const query = { search: 'needle' };
  const pages = await walkPages(listReplies, { path: '/replies', apiKey, limit: 25, query });

  expect(pages).toEqual([[], [oldest.replyId]]);
});
