import type { Schemas } from '../../api/client.ts';
import type { Tone } from '../../components/notice.tsx';

type EventKind = Schemas['EventKind'];

export const eventGroups: readonly (readonly [group: string, kinds: readonly EventKind[]])[] = [
  [
    'Emails',
    ['email.sent', 'email.opened', 'email.clicked', 'email.replied', 'email.bounced', 'email.unsubscribed'],
  ],
  ['Contacts', ['contact.created', 'contact.updated', 'contact.blocklisted']],
  ['Campaigns', ['campaign.started', 'campaign.paused', 'campaign.completed', 'campaign.contact_completed']],
  ['Other webhooks', ['webhook.failing', 'webhook.disabled']],
];

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

export const deliveryLabels: Readonly<Record<Schemas['DeliveryStatus'], string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  exhausted: 'Exhausted',
  held: 'Held',
};

export const deliveryTones: Readonly<Record<string, Tone>> = {
  pending: 'info',
  delivered: 'success',
  exhausted: 'danger',
  held: 'warning',
};

/** The host and path of an endpoint: every webhook has the same protocol. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//u, '');
