import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { deliveryHeaders, exampleId, exampleSeconds, exampleSecret } from './webhooks.ts';

export const receivingTag = 'Receiving webhooks';

const folder = resolve(import.meta.dirname, '../../../events/receivers');
const languages = { mjs: 'javascript', py: 'python', go: 'go', php: 'php', sh: 'shell' };

/** The text of a program in `events/receivers`. Tests run these files. */
function program(name: string, ending: keyof typeof languages): string {
  const text = readFileSync(resolve(folder, `${name}.${ending}`), 'utf8').trim();

  return fenced(languages[ending], text);
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A delivery with known signatures. Its body has non-ASCII characters, which receivers often handle incorrectly. */
const vector = {
  secret: exampleSecret,
  id: exampleId,
  timestampSeconds: exampleSeconds,
  body: '{"event":"campaign.started","timestamp":"2026-11-20T09:30:00.000Z","data":{"campaignId":"cmp_01JCZ3X5V2N8Q4R6T7W9Y1B3D5","name":"Grüße aus Łódź 🌱"}}',
};

const signature = sign(vector.body, vector.secret);
const standard = standardSignature(vector.id, vector.timestampSeconds, vector.body, vector.secret);

const headers = deliveryHeaders('campaign.started', vector.body)
  .map(({ name, description }) => `| \`${name}\` | ${description} |`)
  .join('\n');

/** Runs in the folder of `verify.sh`. */
const vectorCheck = `printf '%s' '${vector.body}' > body.json
WEBHOOK_SECRET='${vector.secret}' sh verify.sh '${signature}' < body.json && echo genuine`;

/** Reads the `body.json` that `vectorCheck` writes. */
const standardCheck = `KEY=$(printf '%s' '${vector.secret.replace('whsec_', '')}' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
printf '%s' '${vector.id}.${vector.timestampSeconds}.' | cat - body.json |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64`;

/** A guide for developers of webhook receivers, in Markdown. */
export const receivingText = `
This guide describes how to build an endpoint that loses no event and rejects forged requests. The programs are complete, need no packages and
are tested against this service. [Webhook events](#webhook-events) describes the payloads.

### What arrives

Each delivery is an HTTP POST with the JSON body \`{"event", "timestamp", "data"}\`. All attempts of a delivery send identical bytes.

| Header | Value |
| --- | --- |
${headers}

### Verifying a delivery

Compute the signature over the raw bytes of the body, before you parse it: JSON that was parsed and serialized again may have different bytes.
Use a constant-time comparison, and reject a delivery without the header. In JavaScript, as \`verify.mjs\`:

${program('verify', 'mjs')}

In Python:

${program('verify', 'py')}

In Go:

${program('verify', 'go')}

In PHP:

${program('verify', 'php')}

In a terminal, as \`verify.sh\`:

${program('verify', 'sh')}

### Standard Webhooks

\`X-Webhook-Signature\` authenticates the body only. \`webhook-signature\` also covers the id and the
time, which prevents replay attacks with deliveries older than five minutes. Both use the same secret with a different key encoding:

| Header | Signed content | Key |
| --- | --- | --- |
| \`X-Webhook-Signature\` | the body | the whole secret as UTF-8 text, including \`whsec_\` |
| \`webhook-signature\` | \`webhook-id\`, \`webhook-timestamp\` and the body, joined by dots | the base64-decoded part after \`whsec_\` |

\`webhook-signature\` has one signature, or during a rotation one for each valid secret, separated by spaces. Accept a delivery if one of
them is valid. [Libraries](https://www.standardwebhooks.com) for many languages implement this. Without a library:

${program('verify-standard', 'mjs')}

### What to answer

Return a 2xx status within 10 seconds to acknowledge an event. Store the event first, respond, and process it afterwards. An endpoint
that processes events before it responds may time out and receive the same event again.

| Answer | Meaning |
| --- | --- |
| 2xx | received; the delivery is complete |
| 3xx | a failure; redirects are not followed |
| 408, 410, 413, 414, 415, 425, 429, 431 | a failure |
| any other 4xx, and 500 | a failure, and possibly a rejected signature |
| any other 5xx, a broken connection, no answer within 10 seconds | a failure |

With a 429 or 503, \`Retry-After\` can extend the wait before the next attempt to two hours at most. It never shortens the wait.

Return 401 for an invalid signature. Do not return 2xx for an event that you discard: the service cannot detect the loss.

### A complete receiver

This receiver stores each event once, by its id, and then responds. Run it as
\`WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs\`, together with \`verify.mjs\` from above and \`inbox.mjs\`:

${program('receiver', 'mjs')}

${program('inbox', 'mjs')}

Respond within half a second if you can. An endpoint with more than 8 slow responses at the same time has at most 8 requests in flight: with a
response time of one second it receives 8 events per second, and the others wait. [Webhooks](#webhooks) has the details.

### Repeats and order

An event can arrive more than once: after a failure, after a response that was lost, and when several signatures are tried during a rotation.
\`X-Webhook-Id\` is the same each time. Store the ids that you have received, with a uniqueness constraint that also holds for
concurrent requests. Events can arrive out of order. If the order matters, use \`timestamp\` or read the
resource.

### Failures

A failed delivery is retried after 1 minute, 5 minutes, 30 minutes and 2 hours: five attempts in all. After 5 consecutive failed attempts of
any events, the webhook is \`failing\`. After 20 it is \`disabled\`, and nothing is sent until you enable it. One success
resets the count to 0.

Each failed attempt counts one, including attempts that were in flight together. While a webhook is \`failing\`, retries keep their times, and new
events wait: they are held for up to seven days, and one per minute gets its first attempt, the oldest first. All of them are sent, oldest first,
after the first success. \`POST /webhooks/{id}/test\` shows the current response of your
endpoint and does not count.

Deliveries of a \`disabled\` webhook are also held. When your endpoint works again, call \`POST /webhooks/{id}/enable\`: with
\`{"replay": "held"}\` it sends the held deliveries; with \`{"replay": "none"}\` it sends only new events, and held deliveries stay held.
\`GET /webhooks/{id}/deliveries\` lists the attempts of each delivery with their responses.
\`POST /webhooks/{id}/deliveries/{deliveryId}/resend\` sends a delivery again, with the same \`X-Webhook-Id\`.
\`POST /webhooks/{id}/replay\` sends the undelivered events of a period again, or all events.

When a webhook becomes \`failing\` or \`disabled\`, the owners of the workspace get an email from the mailbox of the operator, at most 50
emails per UTC day. Another webhook can report the failure too: subscribe it to \`webhook.failing\` and \`webhook.disabled\`.

### Reading what was missed

\`GET /activity?afterId=…\` lists the events after a given event, oldest first. Their ids are the \`X-Webhook-Id\` of the deliveries. Use it to
close a gap of any length. Start with an event from three hours before the gap, because the attempts of a delivery take up to almost three hours.
Your inbox ignores events that it already has. The last event that arrived can be too late a start, because events can arrive out of order.

The list ends 30 seconds before now, so that its order is final. Continue the next time with the last event that you have read; you miss no event.
Add \`type=\` with the event types of the webhook, unless you want all events. As \`replay.mjs\`, together with \`inbox.mjs\`:

${program('replay', 'mjs')}

### A new secret without downtime

\`POST /webhooks/{id}/rotate-secret\` returns a new secret; the previous one stays valid for seven days by default. A receiver with the previous
secret keeps working, because deliveries are signed with the secret that it last accepted. Replace the secret in your receiver at any time in these
days. Your endpoint then rejects the next delivery with one of the
statuses above that may mean a rejected signature. That delivery is sent again immediately, signed with the other valid secrets, the newest first,
until it is accepted. All requests are one attempt, and no event is lost. When \`secretRotation.lastAcceptedSecret\` in \`GET /webhooks/{id}\` is \`current\`, the rotation is complete.

A receiver of Standard Webhooks rejects no delivery, because \`webhook-signature\` has a signature by each valid secret. The service therefore cannot
see from a delivery which secret it has. After you have replaced the secret in your receiver, call \`POST /webhooks/{id}/test\`: its first request has only
signatures by the new secret. If your endpoint accepts it with 2xx, the rotation is complete. If it rejects it, the test is sent again with the previous
secret, and nothing changes. Make no test before if your endpoint returns 2xx without verifying the signature: later deliveries have the new secret in
\`X-Webhook-Signature\`.

A receiver needs only one secret at a time. If several instances switch one after the other, both signatures can reach an instance with the
other secret. That attempt fails, and the delivery is retried later. To avoid this, accept both secrets during the
switch. You can rotate again within the seven days: each secret stays valid until its own seven days end, up to 10 secrets. If a
previous secret has leaked, revoke it as soon as your receiver has the new one, which revokes all previous ones:
\`POST /webhooks/{id}/rotate-secret/revoke-previous\`. Alternatively, rotate with \`{"gracePeriodSeconds": 0}\`, which invalidates all previous secrets immediately.

### Trying it

\`POST /webhooks/{id}/test\` sends a signed \`webhook.test\` event and returns the response of your endpoint. It does not count as a success or
failure, and your endpoint can discard it. For real events, \`GET /webhooks/{id}/deliveries\` lists the deliveries, and you can resend each of them.

### Test vectors

Check your implementation with these values. The body has no line break at its end.

| Part | Value |
| --- | --- |
| secret | \`${vector.secret}\` |
| \`X-Webhook-Signature\` | \`${signature}\` |
| \`webhook-id\` | \`${vector.id}\` |
| \`webhook-timestamp\` | \`${vector.timestampSeconds}\` |
| \`webhook-signature\` | \`${standard}\` |

${fenced('json', vector.body)}

Verify the first signature with openssl:

${fenced('shell', vectorCheck)}

Compute the second signature, without its prefix \`v1,\`:

${fenced('shell', standardCheck)}
`.trim();
