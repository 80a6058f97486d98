import type { CampaignItem } from '#lib/campaigns/stored.ts';

/** The account that sends the follow-ups in threads of `accountId`: another account after a reassignment. */
export function accountOfThread(
  { threadReassignments }: Pick<CampaignItem, 'threadReassignments'>,
  accountId: string,
): string {
  return (
    threadReassignments.find(({ fromAccountId }) => fromAccountId === accountId)?.toAccountId ?? accountId
  );
}
