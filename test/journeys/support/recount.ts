import { expect } from 'vitest';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { CampaignStatistics } from '#lib/campaigns/statistics/campaign-statistics.ts';
import type { SteeredCampaign } from './steered-campaign.ts';

const groupings = { step: 'stepId', variant: 'variantId', account: 'emailAccountId' } as const;

/** Only `email.sent` has the variant, so other events get it from their email. */
const emailOf = ({ executionId, stepId }: ActivityEvent) => `${executionId} ${stepId}`;

/** The statistics of a campaign by step, variant and account are the numbers of events in its activity. */
export async function expectStatisticsLikeActivity({ journey, campaign }: SteeredCampaign): Promise<void> {
  const { api } = journey;
  const events = await api.readAll(ActivityEvent, `/activity?campaignId=${campaign.id}`);
  for (const [groupBy, field] of Object.entries(groupings)) {
    const read = await api.get(CampaignStatistics, `/campaigns/${campaign.id}/stats?groupBy=${groupBy}`);
    const counted = read.groups
      .filter(({ counts }) => counts.sent > 0)
      .map(({ id, counts: { sent, opened, clicked, replied } }) => [id, { sent, opened, clicked, replied }]);
    const sentAs = new Map(
      events.filter(({ type }) => type === 'email.sent').map((event) => [emailOf(event), event[field]]),
    );
    const count = (id: string | null, type: string) =>
      events.filter(
        (event) => sentAs.get(emailOf(event)) === id && event.type === `email.${type}` && !event.isBot,
      ).length;
    const recounted = [...new Set(sentAs.values())].map((id) => [
      id,
      {
        sent: count(id, 'sent'),
        opened: count(id, 'opened'),
        clicked: count(id, 'clicked'),
        replied: count(id, 'replied'),
      },
    ]);

    expect(Object.fromEntries(counted), groupBy).toEqual(Object.fromEntries(recounted));
  }
}
