import type { CampaignItem } from '#lib/campaigns/stored.ts';

/** The account that sends the follow-ups of threads whose last message an account sent. */
export function threadAccount(
  { threadReassignments }: Pick<CampaignItem, 'threadReassignments'>,
  accountId: string,
): string {
  return (
    threadReassignments.find(({ fromAccountId }) => fromAccountId === accountId)?.toAccountId ?? accountId
  );
}
