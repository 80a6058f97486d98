import { snoozedRepliesIndex, unreadRepliesIndex } from '#lib/replies/items.ts';
import type { UnreadReplyCount } from '#lib/replies/reply.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';

/** A count reads this many keys at most, which cost less than a counter that each change of a reply would write. */
const countMax = 100;

/** The unread replies, including returned snoozed replies. */
export async function countUnreadReplies(
  { table, now }: Services,
  workspaceId: string,
): Promise<UnreadReplyCount> {
  const index = 'gsi3';
  const [unread, returned] = await Promise.all([
    table.query({ index, pk: unreadRepliesIndex(workspaceId), limit: countMax + 1 }),
    table.query({
      index,
      pk: snoozedRepliesIndex(workspaceId),
      sk: { before: timestamp(now()) },
      limit: countMax + 1,
    }),
  ]);
  const found = unread.items.length + returned.items.length;

  return { count: Math.min(found, countMax), isExact: found <= countMax, limit: countMax };
}
