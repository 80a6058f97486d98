import type { DeliveredKind } from '#lib/values/event-kind.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { eventTableText } from '../emitters.ts';

export const webhookEventsTag = 'Webhook events';

export const eventMeanings: Readonly<Record<DeliveredKind, string>> = {
  'email.sent': 'Email successfully sent',
  'email.opened': 'Open-tracking pixel triggered',
  'email.clicked': 'Tracked link clicked',
  'email.replied': 'Reply detected through inbox sync',
  'email.bounced': 'Hard bounce detected',
  'email.unsubscribed': 'Contact clicked unsubscribe',
  'contact.created': 'New contact added',
  'contact.updated': 'Contact data changed',
  'contact.blocklisted': 'Contact added to blocklist',
  'campaign.started': 'Campaign activated',
  'campaign.paused': 'Campaign paused',
  'campaign.completed': 'All contacts processed',
  'campaign.contact_completed': 'All steps done for one contact',
  'webhook.test': 'Sent to try a webhook',
};

/** Of the examples. No webhook has it: secrets are random. */
export const exampleSecret = `whsec_${Buffer.from('an example, 32 bytes long, of one').subarray(0, 32).toString('base64')}`;

export const webhookEventsDescription = `
What a webhook gets of each event that it subscribed to. How to verify, answer and recognise deliveries is told under
[Receiving webhooks](#receiving-webhooks).

### Which change emits which events

A change emits the same events by every path, in one transaction with the change. \`lastContactedAt\` and \`lastRepliedAt\` of a contact
follow from \`email.sent\` and \`email.replied\` and emit no \`contact.updated\`. \`email.unsubscribed\` is emitted for clicks only: it names
the message, and an API request has none. What is not in the table, such as the settings of a campaign, a company or an account, emits nothing.

${eventTableText()}

Opens and clicks that are attributed to machines are listed by \`GET /activity?includeBots=true\` and not sent to webhooks.

### Headers of a delivery

The signatures in the examples are those of the example bodies without white space, under the secret \`${exampleSecret}\`.
`.trim();

export const exampleId = 'evt_01JCZ3X5V2N8Q4R6T7W9Y1B3D5';
export const exampleSeconds = 1_795_167_000;

interface DeliveryHeader {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** The headers of a delivery. The signatures are those of this very body under `exampleSecret`. */
export function deliveryHeaders(kind: DeliveredKind, body: string): DeliveryHeader[] {
  return [
    {
      name: 'X-Webhook-Signature',
      description:
        '`sha256=` and the lower-case hexadecimal HMAC-SHA256 of the body, keyed with the text of the whole secret.',
      example: sign(body, exampleSecret),
    },
    {
      name: 'X-Webhook-Id',
      description: "The event's id, the same on every attempt: recognise repeats by it.",
      example: exampleId,
    },
    { name: 'X-Webhook-Event', description: 'The kind of the event, as in the body.', example: kind },
    { name: 'X-Webhook-Attempt', description: '1 to 5.', example: '1' },
    { name: 'webhook-id', description: 'As X-Webhook-Id, for Standard Webhooks.', example: exampleId },
    {
      name: 'webhook-timestamp',
      description: 'Unix seconds of the attempt, for Standard Webhooks.',
      example: String(exampleSeconds),
    },
    {
      name: 'webhook-signature',
      description:
        '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the decoded secret, for Standard Webhooks; two with a space between while the secret changes.',
      example: standardSignature(exampleId, exampleSeconds, body, exampleSecret),
    },
  ];
}
