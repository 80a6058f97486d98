import type { Schemas } from '../../api/client.ts';
import type { Tone } from '../../components/notice.tsx';

type EventKind = Schemas['EventKind'];

/** A record, so that the compiler requires each new type. */
const groupsByKind: Readonly<Record<EventKind, string>> = {
  'email.sent': 'Emails',
  'email.opened': 'Emails',
  'email.clicked': 'Emails',
  'email.replied': 'Emails',
  'email.bounced': 'Emails',
  'email.rejected': 'Emails',
  'email.unsubscribed': 'Emails',
  'contact.created': 'Contacts',
  'contact.updated': 'Contacts',
  'contact.blocklisted': 'Contacts',
  'campaign.started': 'Campaigns',
  'campaign.paused': 'Campaigns',
  'campaign.completed': 'Campaigns',
  'campaign.contact_completed': 'Campaigns',
  'campaign.winner_changed': 'Campaigns',
  'reply.labels_changed': 'Replies',
  'email_account.failing': 'Email accounts',
  'email_account.reconnected': 'Email accounts',
  'webhook.failing': 'Other webhooks',
  'webhook.disabled': 'Other webhooks',
};

/** The event types that a webhook can receive, by group. */
export const eventGroups: ReadonlyMap<string, readonly EventKind[]> = Map.groupBy(
  Object.keys(groupsByKind) as EventKind[],
  (kind) => groupsByKind[kind],
);

export const includableObjects: readonly (readonly [
  object: Schemas['Include'][number],
  label: string,
  help: string,
])[] = [
  ['contact', 'Contact', 'Address, name and status'],
  ['campaign', 'Campaign', 'Name and status'],
  ['variant', 'Variant', 'Id of the variant of the step'],
];

export const eventsLabel = (events: readonly string[]): string => {
  const [first = ''] = events;
  if (first === '*') return 'All events';

  return events.length === 1 ? first : `${events.length} event types`;
};

const errorTexts: Readonly<Record<string, string>> = {
  dns: 'the host name was not found',
  blocked_address: 'the address is not public',
  connect: 'the connection was refused',
  tls: 'the TLS certificate or handshake failed',
  timeout: 'no response within 10 s',
  reset: 'the connection was closed without a response',
  too_large: 'the response headers were too large',
};

/** @param code a code of the API, or `http_` and the status */
export const errorLabel = (code: string): string =>
  errorTexts[code] ?? (code.startsWith('http_') ? `status ${code.slice(5)}` : code);

export const deliveryBadges: Readonly<Record<Schemas['DeliveryStatus'], readonly [label: string, Tone]>> = {
  pending: ['Pending', 'info'],
  delivered: ['Delivered', 'success'],
  exhausted: ['Exhausted', 'danger'],
  held: ['Held', 'warning'],
};

/** The host and path of an endpoint: every webhook has the same protocol. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//u, '');
