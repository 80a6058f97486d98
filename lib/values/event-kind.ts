import * as z from 'zod/mini';

/** The event kinds of webhooks and activity: the kinds of the specification, section 6, and extensions. */
export const eventKinds = [
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.replied',
  'email.bounced',
  'email.rejected',
  'email.unsubscribed',
  'contact.created',
  'contact.updated',
  'contact.blocklisted',
  'campaign.started',
  'campaign.paused',
  'campaign.completed',
  'campaign.contact_completed',
  'campaign.winner_changed',
  'reply.labels_changed',
  'email_account.failing',
  'email_account.reconnected',
  'webhook.failing',
  'webhook.disabled',
] as const;

export const EventKind = z.enum(eventKinds);
export type EventKind = z.infer<typeof EventKind>;

/** How a recipient unsubscribed. */
export const unsubscribeMethods = ['link', 'one_click', 'reply'] as const;
export type UnsubscribeMethod = (typeof unsubscribeMethods)[number];

/** What a sent email can track: opens by its image, clicks by its tracked links. */
export const trackedActions = ['opens', 'clicks'] as const;
export type TrackedAction = (typeof trackedActions)[number];

/** All event kinds, and the kind of test events. Test events have no subscribers and are not in the activity. */
export type DeliveredKind = EventKind | 'webhook.test';
