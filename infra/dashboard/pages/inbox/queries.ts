import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery, type Page } from '../../api/lists.ts';

export type ReplySummary = Schemas['ReplySummary'];
export type Reply = Schemas['Reply'];
export type Message = Schemas['ReplyThread']['messages'][number];

export type ReplyFilters = QueryOf<'replies.list'>;

const refetchMs = 30_000;
/** While an answer is being sent. */
const answerRefetchMs = 5_000;

export const repliesQuery = (filters: ReplyFilters) => ({
  ...listQuery(['replies', 'list', filters], (page, signal) =>
    unwrap(api.GET('/replies', { params: { query: { ...filters, ...page } }, signal })),
  ),
  // A refresh reads each loaded page again, so only a short list is kept up to date.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) <= 1 ? refetchMs : (false as const),
});

export const replyQuery = (id: string) =>
  queryOptions({
    queryKey: ['replies', 'detail', id],
    queryFn: ({ signal }) => unwrap(api.GET('/replies/{id}', { params: { path: { id } }, signal })),
  });

/** The blocklist entry that the reply led to; null without such an entry. */
export const optOutQuery = ({ id, fromEmail }: Reply) =>
  queryOptions({
    queryKey: ['blocklist', 'reply', id],
    queryFn: async ({ signal }) => {
      if (fromEmail === null) return null;
      const { data } = await unwrap(
        api.GET('/blocklist', { params: { query: { value: fromEmail, limit: 1 } }, signal }),
      );

      return data.find(({ replyId }) => replyId === id) ?? null;
    },
  });

const isInFlight = ({ answerStatus }: Message): boolean =>
  answerStatus === 'queued' || answerStatus === 'sending';

export const threadQuery = (replyId: string) =>
  queryOptions({
    queryKey: ['replies', 'thread', replyId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/replies/{id}/thread', { params: { path: { id: replyId } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.messages.some(isInFlight) ? answerRefetchMs : refetchMs),
  });

/** Marks a reply or sets its labels. Loaded lists are updated in place, so a reply that is now read stays at its position. */
export async function updateReply(
  client: QueryClient,
  id: string,
  change: Schemas['ReplyPatch'],
): Promise<void> {
  const { isRead, labels, updatedAt } = await unwrap(
    api.PATCH('/replies/{id}', { params: { path: { id } }, body: change }),
  );
  const changedFields = { isRead, labels, updatedAt };
  client.setQueriesData<{ pages: readonly Page<ReplySummary>[]; pageParams: unknown[] }>(
    { queryKey: ['replies', 'list'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((reply) => (reply.id === id ? { ...reply, ...changedFields } : reply)),
        })),
      },
  );
  client.setQueryData<Reply>(['replies', 'detail', id], (reply) => reply && { ...reply, ...changedFields });
}
