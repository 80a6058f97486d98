import type { Winner } from '#lib/campaigns/definition/winner.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';

/** The event of a chosen, replaced or removed winner. @param winner undefined if it was removed */
export function winnerEvent(
  { id, name }: Pick<CampaignItem, 'id' | 'name'>,
  stepId: string,
  winner: Winner | undefined,
): NewEvent {
  const { variantId = null, chosenBy = 'user', decision = null } = winner ?? {};

  return {
    type: 'campaign.winner_changed',
    data: {
      campaignId: id,
      name,
      stepId,
      variantId,
      chosenBy,
      metric: decision?.metric ?? null,
      probability: decision?.probability ?? null,
    },
  };
}
