import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import {
  type ListFilters,
  readReplyItemKey,
  repliesQuery,
  type StoredReply,
  toStoredReply,
} from '#lib/replies/items.ts';
import { presentSummary, type ReplyServices, readReplies, stateAt } from '#lib/replies/read.ts';
import type { ReplySummary } from '#lib/replies/reply.ts';
import type { ReplyQuery } from '#lib/replies/routes.ts';
import { searchReplies, searchWords } from '#lib/replies/search.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item } from '#lib/storage/table.ts';
import { timestamp, ulidTime } from '#lib/values/ids.ts';

interface ReplyFilters extends ListFilters {
  readonly isAutomatic?: boolean | undefined;
  readonly isAssigned?: boolean | undefined;
  readonly assigneeId?: string | undefined;
  readonly search?: string | undefined;
  /** RFC 3339; both bounds are exclusive. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

type ReplyListRequest = PageRequest & ReplyFilters;

/** Converts the texts `true` and `false` of a query to booleans. */
export function readReplyFilters(query: ReplyQuery): ReplyListRequest {
  const { isRead, isAutomatic, isDone, isSnoozed, isAssigned, ...others } = query;
  const flags = Object.entries({ isRead, isAutomatic, isDone, isSnoozed, isAssigned })
    .filter(([, flag]) => flag !== undefined)
    .map(([name, flag]) => [name, flag === 'true']);

  return { ...others, ...Object.fromEntries(flags) };
}

/** Replies that a search reads for one page, because it reads and decrypts the text of each. */
const searchedMax = 100;

/**
 * Newest first. Of the partitions that contain all matches, the one with the fewest replies is read, and all filters are applied
 * to its replies.
 */
export function listReplies(
  services: ReplyServices,
  workspaceId: string,
  request: ReplyListRequest,
): Promise<Page<ReplySummary>> {
  const { table, vault } = services;
  const now = services.now();
  const words = searchWords(request.search ?? '');
  const source = repliesQuery(workspaceId, request);
  // The table, gsi1 and gsi2 have whole items. For the other indexes, the items are read by their keys.
  const hasWholeItems = source.index === undefined || source.index === 'gsi1' || source.index === 'gsi2';
  const read = async (items: readonly Item[]) => {
    const replies = hasWholeItems
      ? items.map(toStoredReply)
      : await readReplies(table, items.map(readReplyItemKey));
    const present = (stored: StoredReply | undefined) => {
      const reply = stored && stateAt(stored, now);

      return reply && matches(reply, request) ? presentSummary(vault, workspaceId, reply) : undefined;
    };
    const summaries = await Promise.all(replies.map(present));

    return words.length === 0 ? summaries : searchReplies(services, workspaceId, summaries, words);
  };
  const range =
    source.index === 'gsi3'
      ? { ...(request.isSnoozed && { from: timestamp(now) }) }
      : bounds(request, source.prefix ?? '');

  return queryPage(table, {
    ...source,
    ...range,
    request,
    read,
    ...(words.length > 0 && { examinedMax: searchedMax }),
  });
}

/** For the lists that are sorted by id. Ids sort by time, so times become bounds of ids. An id bound without a random part sorts before all ids of its time. */
function bounds({ after, before }: ReplyListRequest, prefix: string): Pick<MergedQuery, 'from' | 'to'> {
  const boundAt = (time: number) => `${prefix}rpl_${ulidTime(time)}`;

  return {
    ...(after !== undefined && { from: boundAt(Date.parse(after) + 1) }),
    ...(before !== undefined && { to: boundAt(Date.parse(before)) }),
  };
}

function matches(reply: StoredReply, filters: ReplyFilters): boolean {
  const isMatch = <Value>(expected: Value | undefined, actual: Value) =>
    expected === undefined || expected === actual;

  return (
    isMatch(filters.campaignId, reply.campaignId) &&
    isMatch(filters.contactId, reply.contactId) &&
    isMatch(filters.emailAccountId, reply.emailAccountId) &&
    isMatch(filters.isRead, reply.isRead) &&
    isMatch(filters.isAutomatic, reply.isAutomatic) &&
    isMatch(filters.isDone, reply.isDone) &&
    isMatch(filters.isSnoozed, reply.snoozedUntil !== undefined) &&
    isMatch(filters.isAssigned, reply.assigneeId !== undefined) &&
    isMatch(filters.assigneeId, reply.assigneeId) &&
    (filters.after === undefined || reply.receivedAt > filters.after) &&
    (filters.before === undefined || reply.receivedAt < filters.before) &&
    (filters.label === undefined || reply.labels.includes(filters.label))
  );
}
