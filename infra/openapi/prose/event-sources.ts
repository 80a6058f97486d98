import type { EventKind } from '#lib/activity/event.ts';

/** When an operation or a worker that declares a kind emits it. */
export const eventSources: Readonly<Partial<Record<EventKind, Readonly<Record<string, string>>>>> = {
  'email.sent': {
    'tracking.open': 'when that shows that a mail arrived of which nobody could tell',
    'tracking.click': 'when that shows that a mail arrived of which nobody could tell',
    'emails.send': 'when the mail server has taken a mail',
    'inbox.sync': 'when a mail of which nobody knew whether it was taken is answered, or comes back',
  },
  'email.opened': {
    'tracking.open':
      'when the picture is asked for, unless it was within the last minute; told to webhooks unless it is thought to be a machine',
  },
  'email.clicked': {
    'tracking.click':
      'when a link is followed, unless the same was within the last minute; told to webhooks unless it is thought to be a machine',
  },
  'email.replied': {
    'inbox.sync': 'for each reply in the thread of a mail, by whom ever, but for automatic ones',
    'emails.send': 'for one that it finds right before a follow-up, which is not sent then',
  },
  'email.bounced': {
    'emails.send': 'when the mail server refuses a mail because nobody is at the address',
    'inbox.sync': 'when a mail that was taken comes back because nobody is at the address',
  },
  'email.unsubscribed': {
    'tracking.unsubscribe':
      'unless the address is unsubscribed already; names the contact that the message was sent to, also when that contact has another address by now and stays `active`',
  },
  'contact.created': {
    'contacts.create': 'for the contact',
    'contacts.import': 'for each contact that the file makes, unless it goes on in the background',
    'contacts.run-import': 'for each contact that a large file makes',
  },
  'contact.updated': {
    'contacts.update': 'when a field has another value',
    'contacts.import':
      'with `onDuplicate=update`, for each contact that the file changes, unless it goes on in the background',
    'contacts.run-import': 'with `onDuplicate=update`, for each contact that a large file changes',
    'blocklist.delete': 'when the contact of the address has another status without the entry',
    'blocklist.apply':
      'for each contact of a domain that is off the list, when it has another status without it',
    'tracking.unsubscribe': 'when the contact was suppressed otherwise before',
    'emails.send': 'when a contact bounces that was suppressed while its mail was handed over',
    'inbox.sync': 'when a mail to a contact comes back that was suppressed meanwhile',
  },
  'contact.blocklisted': {
    'contacts.update': 'when an `active` contact unsubscribes, or gets an address that is suppressed',
    'blocklist.create': 'when the address is that of an `active` contact',
    'blocklist.apply': 'for each `active` contact of a domain that was blocked',
    'tracking.unsubscribe':
      'when the contact that has the address now is `active`: another one than in `email.unsubscribed`, if the address belongs to another contact by now',
    'emails.send': 'when an `active` contact bounces',
    'inbox.sync': 'when a mail to an `active` contact comes back',
  },
  'campaign.started': { 'campaigns.start': 'unless the campaign is `active` already, or it is a dry run' },
  'campaign.paused': {
    'campaigns.pause': 'unless the campaign is `paused` already',
    'campaigns.dispatch': 'when too many mails bounced, or no account could send for 24 hours',
  },
  'campaign.completed': {
    'campaigns.dispatch':
      'once per run, when the last contact is through and the campaign is not `continuous`, or when `schedule.endAt` has passed and the sequences that were left are stopped',
  },
  'campaign.contact_completed': {
    'tracking.open': 'with `email.sent` of the last step',
    'tracking.click': 'with `email.sent` of the last step',
    'emails.send':
      'with `email.sent` of the last step, unless the sequence was ended meanwhile, or when no step is left for a contact',
    'inbox.sync': 'with `email.sent` of the last step',
  },
};
