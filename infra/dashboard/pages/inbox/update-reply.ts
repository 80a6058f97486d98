import type { QueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type Page, refresh } from '../../api/lists.ts';
import { isEarlier, type Reply, type ReplyFilters, type ReplySummary } from './queries.ts';

type ReplyPatch = Schemas['ReplyPatch'];
type ReplyState = Pick<ReplySummary, 'isRead' | 'isDone' | 'snoozedUntil' | 'assigneeId' | 'labels'>;
interface ReplyPages {
  readonly pages: readonly Page<ReplySummary>[];
  readonly pageParams: readonly unknown[];
}

/** The last change of each reply that the service has not confirmed. */
const unconfirmed = new Map<string, Promise<ReplyState>>();

/**
 * Changes the state, the assignee or the labels of a reply. Loaded lists show the change before the service confirms it, so that the
 * next key works immediately; changes of one reply are sent one after the other. A reply that is now read stays at its position; a reply
 * that changes its folder leaves the lists of the other folders.
 */
export async function updateReply(client: QueryClient, id: string, change: ReplyPatch): Promise<void> {
  const send = () => unwrap(api.PATCH('/replies/{id}', { params: { path: { id } }, body: change }));
  const sending = (unconfirmed.get(id) ?? Promise.resolve()).then(send, send);
  unconfirmed.set(id, sending);
  await show(client, id, (reply) => expectedState(reply, change));
  const isLast = () => unconfirmed.get(id) === sending && unconfirmed.delete(id);
  try {
    const state = await sending;
    if (isLast()) await show(client, id, () => state);
  } catch (error) {
    if (isLast()) void refresh(client, 'replies');
    throw error;
  }
  // Lists that are not shown are read again when they are.
  await client.invalidateQueries({ queryKey: lists, refetchType: 'none' });
}

/**
 * Changes a reply that is read, done or snoozed, and the earlier replies of its conversation that are not: the thread shows them
 * all. Earlier replies do not return after a snooze.
 * @returns the ids of the changed replies
 */
export async function updateConversation(
  client: QueryClient,
  reply: ReplySummary,
  change: ReplyPatch,
): Promise<readonly string[]> {
  const { contactId, campaignId } = reply;
  const isReading = change.isRead === true;
  const query = { contactId, campaignId, limit: 100, ...(isReading ? { isRead: false } : { isDone: false }) };
  const [{ data }] = await Promise.all([
    unwrap(api.GET('/replies', { params: { query } })),
    updateReply(client, reply.id, change),
  ]);
  const earlier = data.filter((other) => isEarlier(other, reply));
  await Promise.all(
    earlier.map(({ id }) => updateReply(client, id, isReading ? { isRead: true } : { isDone: true })),
  );

  return [reply.id, ...earlier.map(({ id }) => id)];
}

/** Shows the time of an answer that was sent. The service sets it without a change of `updatedAt`. */
export async function showAnswered(client: QueryClient, id: string, answeredAt: string): Promise<void> {
  await show(client, id, () => ({ answeredAt }));
  await refresh(client, 'replies', 'contact');
}

/** A reply is at most one of unread, snoozed and done. The service changes it in the same way. */
function expectedState(reply: ReplySummary, change: ReplyPatch): Partial<ReplyState> {
  const { isRead = reply.isRead, isDone = reply.isDone, snoozedUntil = reply.snoozedUntil } = change;
  const isUnread = change.isRead === false;
  const isEnded = isUnread || change.isDone === true;

  return {
    ...(change.labels && { labels: change.labels }),
    ...(change.assigneeId !== undefined && { assigneeId: change.assigneeId }),
    isRead: isRead || change.isDone === true || Boolean(change.snoozedUntil),
    isDone: isDone && !isUnread && !change.snoozedUntil,
    snoozedUntil: isEnded ? null : snoozedUntil,
  };
}

const lists = ['replies', 'list'];
const details = (id: string) => ['replies', 'detail', id];

async function show(
  client: QueryClient,
  id: string,
  stateOf: (reply: ReplySummary) => Partial<ReplySummary>,
): Promise<void> {
  // A list that was requested before the change would bring back the former state.
  await client.cancelQueries({ queryKey: lists, predicate: ({ state }) => state.data !== undefined });
  const before = findListed(client, id) ?? client.getQueryData<Reply>(details(id));
  for (const [key] of client.getQueriesData({ queryKey: lists })) {
    const isShown = (reply: ReplySummary) => reply.id !== id || isInFolder(reply, key[2] as ReplyFilters);
    client.setQueryData<ReplyPages>(key, (list) => {
      const pages = list?.pages.map((page) => ({
        ...page,
        data: page.data
          .map((reply) => (reply.id === id ? { ...reply, ...stateOf(reply) } : reply))
          .filter(isShown),
      }));

      return list && pages && { ...list, pages };
    });
  }
  client.setQueryData<Reply>(details(id), (reply) => reply && { ...reply, ...stateOf(reply) });
  if (before) countUnread(client, Number(before.isRead) - Number({ ...before, ...stateOf(before) }.isRead));
}

/** A request for each change would reach the rate limit of a user who works quickly. */
function countUnread(client: QueryClient, added: number): void {
  client.setQueryData<Schemas['UnreadReplyCount']>(
    ['replies', 'unread-count'],
    (unread) => unread && { ...unread, count: Math.max(0, unread.count + added) },
  );
}

const isInFolder = (reply: ReplySummary, { isDone, isSnoozed }: ReplyFilters): boolean =>
  [undefined, reply.isDone].includes(isDone) && [undefined, reply.snoozedUntil !== null].includes(isSnoozed);

/** The reply in a loaded list. */
export function findListed(client: QueryClient, id: string): ReplySummary | undefined {
  for (const [, list] of client.getQueriesData<ReplyPages>({ queryKey: lists })) {
    for (const { data } of list?.pages ?? []) {
      const reply = data.find((each) => each.id === id);
      if (reply) return reply;
    }
  }

  return undefined;
}
