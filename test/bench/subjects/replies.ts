import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { seedAccount } from '../support/fixtures.ts';
import { addReplies, addUnknownAnswer, changeReply, newReplyIds } from '../support/reply-fixtures.ts';

async function addOne(bench: Bench, workspaceId: string): Promise<string> {
  const emailAccountId = await seedAccount(bench, workspaceId);
  const [id = ''] = await addReplies(bench, workspaceId, { ...newReplyIds(bench.now()), emailAccountId }, 1);

  return id;
}

const snoozedUntil = '2044-01-01T09:00:00.000Z';
const isLongItem = 'the summary of a reply is encrypted, so an item has about 1 KB';
const isKeysOnly = 'the index has keys only, so the replies are read by key';

export const replySubjects: readonly EndpointSubject[] = [
  {
    operation: 'replies.list',
    target: { ...readTargets.page, readUnits: 6 },
    why: isLongItem,
    async prepare(bench, workspaceId) {
      await addReplies(bench, workspaceId, newReplyIds(bench.now()), manyItems);

      return {};
    },
  },
  {
    operation: 'replies.list',
    detail: 'unread of a campaign',
    target: { roundTrips: 3, readUnits: 20 },
    why: isKeysOnly,
    async prepare(bench, workspaceId) {
      const ids = newReplyIds(bench.now());
      await addReplies(bench, workspaceId, ids, manyItems);

      return { query: { campaignId: ids.campaignId, isRead: 'false' } };
    },
  },
  {
    operation: 'replies.list',
    detail: 'with a label',
    target: { roundTrips: 3, readUnits: 20 },
    why: isKeysOnly,
    async prepare(bench, workspaceId) {
      const replyIds = await addReplies(bench, workspaceId, newReplyIds(bench.now()), manyItems);
      for (const id of replyIds.slice(0, 30))
        await changeReply(bench, workspaceId, id, { labels: ['interested'] });

      return { query: { label: 'interested' } };
    },
  },
  {
    operation: 'replies.list',
    detail: 'search without a match',
    target: { roundTrips: 5, readUnits: 130 },
    why: 'a search reads the texts of the next 100 to 126 replies',
    async prepare(bench, workspaceId) {
      await addReplies(bench, workspaceId, newReplyIds(bench.now()), manyItems);

      return { query: { search: 'absent' } };
    },
  },
  {
    operation: 'replies.list',
    detail: 'snoozed',
    target: { roundTrips: 3, readUnits: 30 },
    why: isKeysOnly,
    async prepare(bench, workspaceId) {
      const replyIds = await addReplies(bench, workspaceId, newReplyIds(bench.now()), manyItems);
      for (const id of replyIds.slice(0, 30)) await changeReply(bench, workspaceId, id, { snoozedUntil });

      return { query: { isSnoozed: 'true' } };
    },
  },
  {
    operation: 'replies.count-unread',
    target: { roundTrips: 2, readUnits: 3 },
    why: 'reads the keys of up to 101 replies',
    async prepare(bench, workspaceId) {
      await addReplies(bench, workspaceId, newReplyIds(bench.now()), manyItems);

      return {};
    },
  },
  {
    operation: 'replies.get',
    target: { roundTrips: 4, readUnits: 5 },
    why: 'the index finds the reply, and its texts are separate items',
    async prepare(bench, workspaceId) {
      return { params: { id: await addOne(bench, workspaceId) } };
    },
  },
  {
    operation: 'replies.get-thread',
    target: { roundTrips: 5, readUnits: 60 },
    why: 'reads the latest 50 replies with their texts',
    async prepare(bench, workspaceId) {
      const [id = ''] = await addReplies(bench, workspaceId, newReplyIds(bench.now()), manyItems);

      return { params: { id } };
    },
  },
  {
    // The reply with two projecting index entries and the list of unread replies, the label with its index entry.
    operation: 'replies.update',
    target: { ...writeTarget(3, 6), roundTrips: 4, readUnits: 3 },
    why: 'the index finds the reply',
    async prepare(bench, workspaceId) {
      const id = await addOne(bench, workspaceId);

      return { params: { id }, body: { isRead: true, labels: ['interested'] } };
    },
  },
  {
    // The reply moves in an index that projects it, and leaves the list of unread replies.
    operation: 'replies.update',
    detail: 'done',
    target: { ...writeTarget(1, 6), roundTrips: 4, readUnits: 3 },
    why: 'the index finds the reply',
    async prepare(bench, workspaceId) {
      return { params: { id: await addOne(bench, workspaceId) }, body: { isDone: true } };
    },
  },
  {
    // The answer with its worklist entry, and the outbox.
    operation: 'replies.answer',
    target: { ...writeTarget(4, 1), roundTrips: 6, readUnits: 9 },
    why: 'reads the reply, its content, the account and the blocklist',
    async prepare(bench, workspaceId) {
      const id = await addOne(bench, workspaceId);

      return { params: { id }, body: { text: 'Gladly. Does Monday at 10 suit you?' } };
    },
  },
  {
    operation: 'replies.resolve-answer',
    target: { ...writeTarget(4, 2), readUnits: 3 },
    why: 'the index finds the reply, and the response has the Message-ID from the encrypted content; a sent answer also changes the reply and its index entries',
    async prepare(bench, workspaceId) {
      const id = await addOne(bench, workspaceId);
      const answerId = await addUnknownAnswer(bench, workspaceId, id);

      return { params: { id, answerId }, body: { outcome: 'sent' } };
    },
  },
];
