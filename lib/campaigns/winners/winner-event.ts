import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { campaignEvent } from '#lib/campaigns/state/transitions.ts';
import type { Winner } from '#lib/campaigns/state/winner.ts';
import type { NewEvent } from '#lib/commit/change.ts';

/** The event of a chosen, replaced or removed winner. @param winner undefined if a user removed it */
export function winnerEvent(
  campaign: Pick<CampaignItem, 'id' | 'name'>,
  stepId: string,
  winner: Winner | undefined,
): NewEvent {
  const { variantId = null, chosenBy = 'user', decision = null } = winner ?? {};

  return campaignEvent('campaign.winner_changed', campaign, {
    stepId,
    variantId,
    chosenBy,
    metric: decision?.metric ?? null,
    probability: decision?.probability ?? null,
  });
}
