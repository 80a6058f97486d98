import * as z from 'zod/mini';

/** The kinds of the specification, section 6: webhooks subscribe to them, activity is made of them. */
export const eventKinds = [
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.replied',
  'email.bounced',
  'email.unsubscribed',
  'contact.created',
  'contact.updated',
  'contact.blocklisted',
  'campaign.started',
  'campaign.paused',
  'campaign.completed',
  'campaign.contact_completed',
] as const;

export const EventKind = z.enum(eventKinds);
export type EventKind = z.infer<typeof EventKind>;

/** How a recipient unsubscribed. */
export const unsubscribeMethods = ['link', 'one_click'] as const;
export type UnsubscribeMethod = (typeof unsubscribeMethods)[number];

/** The kinds of events, and the one that only tries an endpoint: nobody subscribes to it, and it is no activity. */
export type DeliveredKind = EventKind | 'webhook.test';
