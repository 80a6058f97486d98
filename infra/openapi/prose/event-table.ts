import type { EventKind } from '#lib/values/event-kind.ts';
import { mailboxRows } from './mailbox-rows.ts';

/** A change, the operations that can make it, and the events that each of them emits, in this order. */
export interface EventRow {
  readonly change: string;
  /** Endpoints and workers. */
  readonly operations: readonly string[];
  readonly events: readonly EventKind[];
}

const links = ['tracking.open', 'tracking.click', 'tracking.unsubscribe'];
const creations = ['contacts.create', 'contacts.upsert', 'contacts.import', 'jobs.run'];

/** The single source for which change emits which events. Tests make each change with each of its operations. */
export const eventTable = {
  contactCreated: {
    change: 'A contact is created',
    operations: creations,
    events: ['contact.created'],
  },
  suppressedContactCreated: {
    change: 'A contact is created with an address or a domain that is on the blocklist',
    operations: creations,
    events: ['contact.created', 'contact.blocklisted'],
  },
  contactChanged: {
    change: 'A field of a contact changes',
    operations: ['contacts.update', 'contacts.upsert', 'contacts.import', 'jobs.run'],
    events: ['contact.updated'],
  },
  contactUnsubscribed: {
    change: 'An API request sets the status of an `active` contact to `unsubscribed`',
    operations: ['contacts.update', 'jobs.run'],
    events: ['contact.updated', 'contact.blocklisted'],
  },
  contactMovedToSuppressedAddress: {
    change: 'The address of an `active` contact changes to a blocklisted address',
    operations: ['contacts.update', 'contacts.upsert'],
    events: ['contact.updated', 'contact.blocklisted'],
  },
  contactDeleted: {
    change: 'A contact is deleted',
    operations: ['contacts.delete', 'jobs.run'],
    events: [],
  },
  contactBlocked: {
    change: 'The address or the domain of an `active` contact is added to the blocklist',
    operations: ['blocklist.create', 'blocklist.import', 'jobs.run'],
    events: ['contact.updated', 'contact.blocklisted'],
  },
  contactFreed: {
    change: 'A blocklist entry is removed, and the status of a contact changes',
    operations: ['blocklist.delete', 'jobs.run'],
    events: ['contact.updated'],
  },
  linkUnsubscribed: {
    change: 'An `active` contact unsubscribes with a link or in the mail program',
    operations: ['tracking.unsubscribe'],
    events: ['email.unsubscribed', 'contact.updated', 'contact.blocklisted'],
  },
  replyUnsubscribed: {
    change: 'An `active` contact asks for no further emails in a reply, and the campaign honours that',
    operations: ['inbox.sync', 'emails.send'],
    events: ['email.replied', 'email.unsubscribed', 'contact.updated', 'contact.blocklisted'],
  },
  suppressedContactUnsubscribed: {
    change: 'A `blocklisted` or `bounced` contact unsubscribes with a link or in the mail program',
    operations: ['tracking.unsubscribe'],
    events: ['email.unsubscribed', 'contact.updated'],
  },
  formerAddressUnsubscribed: {
    change: 'A former address of a contact unsubscribes, and no contact has the address now',
    operations: ['tracking.unsubscribe'],
    events: ['email.unsubscribed'],
  },
  emailSent: {
    change: 'The mail server accepts an email, and further steps follow',
    operations: ['emails.send'],
    events: ['email.sent'],
  },
  lastEmailSent: {
    change: 'The mail server accepts the email of the last step',
    operations: ['emails.send'],
    events: ['email.sent', 'campaign.contact_completed'],
  },
  outcomeProven: {
    change:
      'An open, click, unsubscribe, reply or bounce proves that an email with an unknown outcome was sent',
    operations: [...links, 'inbox.sync'],
    events: ['email.sent'],
  },
  lastOutcomeProven: {
    change: 'An open, click, unsubscribe, reply or bounce proves that the email of the last step was sent',
    operations: [...links, 'inbox.sync'],
    events: ['email.sent', 'campaign.contact_completed'],
  },
  outcomeResolved: {
    change: 'An API request states that an email with an unknown outcome was sent, and further steps follow',
    operations: ['campaigns.update-recipients'],
    events: ['email.sent'],
  },
  lastOutcomeResolved: {
    change: 'An API request states that the email of the last step was sent',
    operations: ['campaigns.update-recipients'],
    events: ['email.sent', 'campaign.contact_completed'],
  },
  lastStepSkipped: {
    change: 'An API request skips the last step of a contact',
    operations: ['campaigns.update-recipients'],
    events: ['campaign.contact_completed'],
  },
  noStepLeft: {
    change: 'A contact has no further step because steps were removed',
    operations: ['emails.send'],
    events: ['campaign.contact_completed'],
  },
  opened: {
    change: 'An email is opened; repeated opens within a minute count once',
    operations: ['tracking.open'],
    events: ['email.opened'],
  },
  clicked: {
    change:
      'A link is clicked; repeated clicks within a minute count once, and at most six clicks of all links',
    operations: ['tracking.click'],
    events: ['email.clicked'],
  },
  replied: {
    change: 'A human reply to an email arrives',
    operations: ['inbox.sync', 'emails.send'],
    events: ['email.replied'],
  },
  bounced: {
    change: 'An email to an `active` contact hard-bounces',
    operations: ['emails.send', 'inbox.sync'],
    events: ['email.bounced', 'contact.updated', 'contact.blocklisted'],
  },
  suppressedContactBounced: {
    change: 'An email to a contact that is now `unsubscribed` or `blocklisted` hard-bounces',
    operations: ['emails.send', 'inbox.sync'],
    events: ['email.bounced', 'contact.updated'],
  },
  bouncedWithoutProof: {
    change:
      'A hard-bounce report does not prove which email bounced, and arrives within 10 minutes after the email',
    operations: ['inbox.sync'],
    events: ['email.bounced'],
  },
  ...mailboxRows,
  webhookFailing: {
    change: 'The fifth consecutive attempt at a webhook endpoint fails; sent to other webhooks only',
    operations: ['webhooks.deliver', 'webhooks.deliver-slowly'],
    events: ['webhook.failing'],
  },
  webhookDisabled: {
    change: 'The twentieth consecutive attempt at a webhook endpoint fails; sent to other webhooks only',
    operations: ['webhooks.deliver', 'webhooks.deliver-slowly'],
    events: ['webhook.disabled'],
  },
  campaignStarted: {
    change: 'A campaign that is not `active` is started',
    operations: ['campaigns.start'],
    events: ['campaign.started'],
  },
  campaignPaused: {
    change:
      'An `active` campaign is paused by a request, because of its bounce rate, or because no account can send for 24 hours',
    operations: ['campaigns.pause', 'campaigns.dispatch'],
    events: ['campaign.paused'],
  },
  campaignCompleted: {
    change:
      'All contacts of an `active` campaign are processed, or `schedule.endAt` has passed and the remaining sequences were stopped',
    operations: ['campaigns.dispatch'],
    events: ['campaign.completed'],
  },
  winnerChanged: {
    change:
      'The winner of an A/B test is chosen, replaced or removed by a request, or chosen by the rule of the step',
    operations: ['campaigns.choose-winner', 'campaigns.dispatch'],
    events: ['campaign.winner_changed'],
  },
  activeCampaignDeleted: {
    change: 'An `active` campaign is deleted; `reason` is `deleted`',
    operations: ['campaigns.delete'],
    events: ['campaign.paused'],
  },
  campaignDeleted: {
    change: 'A campaign that is not `active` is deleted',
    operations: ['campaigns.delete'],
    events: [],
  },
} as const satisfies Readonly<Record<string, EventRow>>;

export type ChangeName = keyof typeof eventTable;

export const eventRows: readonly EventRow[] = Object.values(eventTable);
