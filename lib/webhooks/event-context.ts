import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Include } from '#lib/values/include.ts';
import { matchesWebhookFilters } from '#lib/webhooks/filters.ts';
import type { WebhookItem } from '#lib/webhooks/items.ts';
import { isSubscribed } from '#lib/webhooks/subscription.ts';

/** The properties of an event that decide which webhooks receive it and what they include in it. */
export type PublishedEvent = Pick<
  OutboxItem['events'][number],
  'type' | 'subjectId' | 'campaignId' | 'emailAccountId' | 'variantId' | 'isRetracted'
>;

/** The contacts and campaigns of events, by id. Empty if no webhook needs them. */
export interface EventContext {
  readonly contacts: ReadonlyMap<string, Awaited<ReturnType<typeof readContacts>>[number]>;
  readonly campaigns: ReadonlyMap<string, Awaited<ReturnType<typeof readOutlines>>[number]>;
}

/** Reads the contacts for webhooks that filter by tag, and the contacts and campaigns that webhooks include in events. */
export async function readEventContext(
  table: Services['table'],
  workspaceId: string,
  events: readonly PublishedEvent[],
  webhooks: readonly WebhookItem[],
): Promise<EventContext> {
  /** Ids of the contacts or campaigns of all events to which a webhook with this need is subscribed. */
  const idsNeeded = (
    hasNeed: (webhook: WebhookItem) => boolean,
    idOf: (event: PublishedEvent) => string | undefined,
  ) => {
    const needingWebhooks = webhooks.filter(hasNeed);
    const relevantEvents = events.filter(({ type }) =>
      needingWebhooks.some((webhook) => isSubscribed(webhook, type)),
    );

    return [...new Set(relevantEvents.flatMap((event) => idOf(event) ?? []))];
  };
  const contactIds = idsNeeded(
    ({ include, filters }) => include.includes('contact') || filters.tags.length > 0,
    contactIdOf,
  );
  const campaignIds = idsNeeded(
    ({ include }) => include.includes('campaign'),
    ({ campaignId }) => campaignId,
  );
  const [contacts, campaigns] = await Promise.all([
    contactIds.length > 0 ? readContacts(table, workspaceId, contactIds) : [],
    campaignIds.length > 0 ? readOutlines(table, workspaceId, campaignIds) : [],
  ]);

  return {
    contacts: new Map(contacts.map((each) => [each.id, each])),
    campaigns: new Map(campaigns.map((each) => [each.id, each])),
  };
}

const contactIdOf = ({ subjectId }: PublishedEvent) => (subjectId.startsWith('con_') ? subjectId : undefined);

/** Whether a webhook receives an event. It does not receive events about itself. */
export function isRecipient(
  webhook: WebhookItem,
  event: PublishedEvent,
  { contacts }: EventContext,
): boolean {
  return (
    !event.isRetracted &&
    event.subjectId !== webhook.id &&
    isSubscribed(webhook, event.type) &&
    matchesWebhookFilters(webhook.filters, event, contacts.get(event.subjectId)?.tags ?? [])
  );
}

const contactFields = ['id', 'email', 'firstName', 'lastName', 'status'] as const;

/**
 * The objects that a webhook includes in the data of an event, as JSON. A deleted contact or campaign is null.
 * @returns undefined if it includes nothing
 */
export function includedData(
  include: Include,
  event: PublishedEvent,
  { contacts, campaigns }: EventContext,
): string | undefined {
  const { campaignId, variantId } = event;
  const contactId = contactIdOf(event);
  const data = {
    ...(include.includes('contact') &&
      contactId && { contact: pick(contacts.get(contactId), contactFields) }),
    ...(include.includes('campaign') &&
      campaignId && { campaign: pick(campaigns.get(campaignId), ['id', 'name', 'status']) }),
    ...(include.includes('variant') && variantId && { variantId }),
  };

  return Object.keys(data).length === 0 ? undefined : JSON.stringify(data);
}

/** The named fields of a resource; null if it was deleted. */
function pick<Resource>(resource: Resource | undefined, names: readonly (keyof Resource)[]) {
  return resource ? Object.fromEntries(names.map((name) => [name, resource[name]])) : null;
}
