import type { EventKind } from '#lib/values/event-kind.ts';

/** One change, everything that can make it, and the events that it emits in this order: the same by every path. */
export interface EventRow {
  readonly change: string;
  /** Endpoints and workers. */
  readonly paths: readonly string[];
  readonly events: readonly EventKind[];
}

const links = ['tracking.open', 'tracking.click', 'tracking.unsubscribe'];
const creations = ['contacts.create', 'contacts.import', 'contacts.run-import'];

/** The only place that says which change emits which events. Tests make each change by each of its paths. */
export const eventTable = {
  contactCreated: {
    change: 'A contact is created',
    paths: creations,
    events: ['contact.created'],
  },
  suppressedContactCreated: {
    change: 'A contact is created whose address or domain is on the blocklist',
    paths: creations,
    events: ['contact.created', 'contact.blocklisted'],
  },
  contactChanged: {
    change: 'A field of a contact gets another value',
    paths: ['contacts.update', 'contacts.import', 'contacts.run-import'],
    events: ['contact.updated'],
  },
  contactUnsubscribed: {
    change: 'An API request sets the status of an `active` contact to `unsubscribed`',
    paths: ['contacts.update'],
    events: ['contact.updated', 'contact.blocklisted'],
  },
  contactMovedToSuppressedAddress: {
    change: 'An `active` contact gets an address that is on the blocklist',
    paths: ['contacts.update'],
    events: ['contact.updated', 'contact.blocklisted'],
  },
  contactDeleted: {
    change: 'A contact is deleted',
    paths: ['contacts.delete'],
    events: [],
  },
  contactBlocked: {
    change: 'The address or the domain of an `active` contact is added to the blocklist',
    paths: ['blocklist.create', 'blocklist.apply'],
    events: ['contact.updated', 'contact.blocklisted'],
  },
  contactFreed: {
    change: 'A blocklist entry is removed, and a contact gets another status',
    paths: ['blocklist.delete', 'blocklist.apply'],
    events: ['contact.updated'],
  },
  linkUnsubscribed: {
    change: 'The recipient, an `active` contact, unsubscribes by a link or in the mail program',
    paths: ['tracking.unsubscribe'],
    events: ['email.unsubscribed', 'contact.updated', 'contact.blocklisted'],
  },
  suppressedContactUnsubscribed: {
    change: 'The same by a contact that is `blocklisted` or `bounced`',
    paths: ['tracking.unsubscribe'],
    events: ['email.unsubscribed', 'contact.updated'],
  },
  formerAddressUnsubscribed: {
    change: 'The same by a former address of a contact, which no other contact has now',
    paths: ['tracking.unsubscribe'],
    events: ['email.unsubscribed'],
  },
  emailSent: {
    change: 'The mail server accepts an email, and a step is left',
    paths: ['emails.send'],
    events: ['email.sent'],
  },
  lastEmailSent: {
    change: 'The mail server accepts the email of the last step',
    paths: ['emails.send'],
    events: ['email.sent', 'campaign.contact_completed'],
  },
  outcomeProven: {
    change:
      'An open, a click, an unsubscribe, a reply or a bounce proves that an email of unknown outcome was sent',
    paths: [...links, 'inbox.sync'],
    events: ['email.sent'],
  },
  lastOutcomeProven: {
    change: 'The same for the email of the last step',
    paths: [...links, 'inbox.sync'],
    events: ['email.sent', 'campaign.contact_completed'],
  },
  noStepLeft: {
    change: 'No step is left for a contact, because steps were removed',
    paths: ['emails.send'],
    events: ['campaign.contact_completed'],
  },
  opened: {
    change: 'An email is opened, for the first time within a minute',
    paths: ['tracking.open'],
    events: ['email.opened'],
  },
  clicked: {
    change: 'A link is clicked, for the first time within a minute',
    paths: ['tracking.click'],
    events: ['email.clicked'],
  },
  replied: {
    change: 'A reply to an email arrives that is not automatic',
    paths: ['inbox.sync', 'emails.send'],
    events: ['email.replied'],
  },
  bounced: {
    change: 'An email to an `active` contact bounces for good',
    paths: ['emails.send', 'inbox.sync'],
    events: ['email.bounced', 'contact.updated', 'contact.blocklisted'],
  },
  suppressedContactBounced: {
    change: 'An email to a contact that is `unsubscribed` or `blocklisted` by now bounces for good',
    paths: ['emails.send', 'inbox.sync'],
    events: ['email.bounced', 'contact.updated'],
  },
  campaignStarted: {
    change: 'A campaign that is not `active` is started',
    paths: ['campaigns.start'],
    events: ['campaign.started'],
  },
  campaignPaused: {
    change:
      'An `active` campaign is paused by a request, by its bounce rate, or because no account can send for 24 hours',
    paths: ['campaigns.pause', 'campaigns.dispatch'],
    events: ['campaign.paused'],
  },
  campaignCompleted: {
    change:
      'An `active` campaign ends: all contacts are processed, or `schedule.endAt` has passed and the remaining sequences are stopped',
    paths: ['campaigns.dispatch'],
    events: ['campaign.completed'],
  },
  activeCampaignDeleted: {
    change: 'An `active` campaign is deleted; `reason` is `deleted`',
    paths: ['campaigns.delete'],
    events: ['campaign.paused'],
  },
  campaignDeleted: {
    change: 'A campaign that is not `active` is deleted',
    paths: ['campaigns.delete'],
    events: [],
  },
} as const satisfies Readonly<Record<string, EventRow>>;

export type ChangeName = keyof typeof eventTable;

export const eventRows: readonly EventRow[] = Object.values(eventTable);
