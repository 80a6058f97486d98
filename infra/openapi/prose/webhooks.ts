import type { DeliveredKind } from '#lib/values/event-kind.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { eventTableText } from '../emitters.ts';

export const webhookEventsTag = 'Webhook events';

export const eventSummaries: Readonly<Record<DeliveredKind, string>> = {
  'email.sent': 'Email successfully sent',
  'email.opened': 'Open-tracking pixel triggered',
  'email.clicked': 'Tracked link clicked',
  'email.replied': 'Reply detected through inbox sync',
  'email.bounced': 'Hard bounce detected',
  'email.rejected': 'Email rejected for a reason other than an invalid address',
  'email.unsubscribed': 'Contact clicked unsubscribe',
  'contact.created': 'New contact added',
  'contact.updated': 'Contact data changed',
  'contact.blocklisted': 'Contact added to blocklist',
  'campaign.started': 'Campaign activated',
  'campaign.paused': 'Campaign paused',
  'campaign.completed': 'All contacts processed',
  'campaign.contact_completed': 'All steps done for one contact',
  'campaign.winner_changed': 'Winner of an A/B test chosen or removed',
  'reply.labels_changed': 'Labels of a reply added or removed',
  'email_account.failing': 'Email account stopped sending because of its mail server',
  'email_account.reconnected': 'Email account that had stopped works again',
  'webhook.failing': 'Five consecutive attempts at another webhook failed',
  'webhook.disabled': 'Another webhook was disabled after twenty consecutive failures',
  'webhook.test': 'Test event for a webhook',
};

/** The secret of the examples. No webhook uses it: real secrets are random. */
export const exampleSecret = `whsec_${Buffer.from('an example, 32 bytes long, of one').subarray(0, 32).toString('base64')}`;

export const webhookEventsDescription = `
The payloads that webhooks receive. [Receiving webhooks](#receiving-webhooks) describes how to verify, acknowledge and deduplicate
deliveries. Payloads are open: fields and event types may be added, so ignore unknown fields and event types.

### Which change emits which events

A change emits its events in the same transaction. Every operation that makes the change emits the same events. Changes of \`lastContactedAt\` and
\`lastRepliedAt\` emit no \`contact.updated\`, because \`email.sent\` and \`email.replied\` report them. \`email.unsubscribed\` is emitted only for
unsubscribe links and replies, because it names the message. Changes that are not in the table emit no event, such as other settings of a campaign, a company or an account.

${eventTableText()}

An email has at most one \`email.bounced\` and one \`email.unsubscribed\` event. Further reports about it emit only the events of other changes.

Opens and clicks that are attributed to bots are listed by \`GET /activity?includeBots=true\` and not sent to webhooks.

### Headers of a delivery

The examples are signed with the secret \`${exampleSecret}\`. The signed body is the example without white space.
`.trim();

export const exampleId = 'evt_01JCZ3X5V2N8Q4R6T7W9Y1B3D5';
/** Unix time of the example deliveries in seconds: 2026-11-20T09:30:00Z. */
export const exampleSeconds = 1_795_167_000;

interface DeliveryHeader {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** The headers of a delivery of this body, signed with `exampleSecret`. */
export function deliveryHeaders(kind: DeliveredKind, body: string): DeliveryHeader[] {
  return [
    {
      name: 'X-Webhook-Signature',
      description:
        '`sha256=` and the HMAC-SHA256 of the body in lower-case hexadecimal. The key is the whole secret as text.',
      example: sign(body, exampleSecret),
    },
    {
      name: 'X-Webhook-Id',
      description: 'The event id. It is the same for every attempt; use it to detect duplicates.',
      example: exampleId,
    },
    { name: 'X-Webhook-Event', description: 'The event type, as in the body.', example: kind },
    { name: 'X-Webhook-Attempt', description: 'The number of the attempt, 1 to 5.', example: '1' },
    {
      name: 'webhook-id',
      description: 'The same as X-Webhook-Id, for Standard Webhooks.',
      example: exampleId,
    },
    {
      name: 'webhook-timestamp',
      description: 'Unix time of the attempt in seconds, for Standard Webhooks.',
      example: String(exampleSeconds),
    },
    {
      name: 'webhook-signature',
      description:
        '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, for Standard Webhooks. The key is the decoded secret. During a rotation, one for each valid secret, separated by spaces.',
      example: standardSignature(exampleId, exampleSeconds, body, exampleSecret),
    },
  ];
}
