import * as z from 'zod/mini';
import { Tags } from '#lib/values/profile.ts';
import { CampaignId, clearable, distinct, EmailAccountId } from '#lib/values/schemas.ts';

const idsMax = 20;

const lists = {
  campaignIds: z.array(CampaignId).check(z.maxLength(idsMax, { abort: true }), ...distinct('id')),
  emailAccountIds: z.array(EmailAccountId).check(z.maxLength(idsMax, { abort: true }), ...distinct('id')),
  tags: Tags,
};

/** The filters of a webhook that receives all events of its subscription. */
export const noFilters = { campaignIds: [], emailAccountIds: [], tags: [] };

/** Which of the subscribed events a webhook receives. An empty list is no restriction. */
export const WebhookFilters = z.strictObject({
  campaignIds: z._default(lists.campaignIds, []),
  emailAccountIds: z._default(lists.emailAccountIds, []),
  tags: z._default(lists.tags, []),
});
export type WebhookFilters = z.infer<typeof WebhookFilters>;

/** The lists to replace; the others stay. */
export const WebhookFiltersPatch = z.partial(
  z.strictObject({
    campaignIds: clearable(lists.campaignIds),
    emailAccountIds: clearable(lists.emailAccountIds),
    tags: clearable(lists.tags),
  }),
);

interface FilteredEvent {
  readonly campaignId?: string | undefined;
  readonly emailAccountId?: string | undefined;
}

/**
 * Whether an event meets every filter. An event without the filtered property does not meet it: for example, an event of a
 * contact has no campaign. One of several tags is enough.
 * @param tags of the event's contact; empty if the event has no contact
 */
export function matchesWebhookFilters(
  { campaignIds, emailAccountIds, tags: requiredTags }: WebhookFilters,
  { campaignId = '', emailAccountId = '' }: FilteredEvent,
  tags: readonly string[],
): boolean {
  return (
    (campaignIds.length === 0 || campaignIds.includes(campaignId)) &&
    (emailAccountIds.length === 0 || emailAccountIds.includes(emailAccountId)) &&
    (requiredTags.length === 0 || requiredTags.some((tag) => tags.includes(tag)))
  );
}
