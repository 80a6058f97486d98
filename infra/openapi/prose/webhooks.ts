import type { EventKind } from '#lib/activity/event.ts';
import { sign, standardSignature } from '#lib/webhooks/signature.ts';

export const webhookEventsTag = 'Webhook events';

export const eventMeanings: Readonly<Record<EventKind, string>> = {
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
};

/** Each verifies `body`, the bytes as received, under `secret` by `signature`, the header. Run by a test. */
export const recipes = {
  javascript: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(body, signature, secret) {
  const expected = \`sha256=\${createHmac('sha256', secret).update(body).digest('hex')}\`;

  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}`,
  python: `import hashlib
import hmac

def is_genuine(body: bytes, signature: str, secret: str) -> bool:
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature, f"sha256={digest}")`,
  php: `function isGenuine(string $body, string $signature, string $secret): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signature);
}`,
  go: `func isGenuine(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(signature), []byte(expected))
}`,
} as const;

/** @param body of an example, as it would be sent */
export function webhookEventsDescription(body: string): string {
  return `
A webhook gets the events that it subscribed to by HTTP POST: \`{"event", "timestamp", "data"}\`. Any 2xx within 10 seconds is
success; redirects are not followed. A failed delivery is tried again after 1 minute, 5 minutes, 30 minutes and 2 hours, five
attempts in all. After 5 failures in a row the webhook is \`failing\`, after 20 it is \`disabled\`. The same event may arrive
more than once, and events may overtake each other: \`X-Webhook-Id\` is the same on every attempt.

### Verifying a delivery

\`X-Webhook-Signature\` is \`sha256=\` and the lower-case hexadecimal HMAC-SHA256 of the body, keyed with the whole secret,
\`whsec_\` included. Compute it over the bytes as they arrived, before any parsing, and compare in constant time.

${Object.entries(recipes)
  .map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``)
  .join('\n\n')}

Libraries for [Standard Webhooks](https://www.standardwebhooks.com) work too: each delivery carries \`webhook-id\`,
\`webhook-timestamp\` and \`webhook-signature\`.

### To try it

With the secret \`${exampleSecret}\` this body, which has no line break at its end, is signed
\`${sign(body, exampleSecret)}\`:

\`\`\`json
${body}
\`\`\`
`.trim();
}

/** Of the examples. No webhook has it: secrets are random. */
export const exampleSecret = `whsec_${Buffer.from('an example, 32 bytes long, of one').subarray(0, 32).toString('base64')}`;

const exampleId = 'evt_01JCZ3X5V2N8Q4R6T7W9Y1B3D5';
const exampleSeconds = 1_795_167_000;

interface DeliveryHeader {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** The headers of a delivery. The signatures are those of this very body under `exampleSecret`. */
export function deliveryHeaders(kind: EventKind, body: string): DeliveryHeader[] {
  return [
    {
      name: 'X-Webhook-Signature',
      description:
        '`sha256=` and the lower-case hexadecimal HMAC-SHA256 of the body under the secret. The example is true of the example body without white space.',
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
        '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` under the decoded secret, for Standard Webhooks.',
      example: standardSignature(exampleId, exampleSeconds, body, exampleSecret),
    },
  ];
}
