import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { deliveryHeaders, exampleId, exampleSeconds, exampleSecret } from './webhooks.ts';

export const receivingTag = 'Receiving webhooks';

const folder = resolve(import.meta.dirname, '../../../events/receivers');
const languages = { mjs: 'javascript', py: 'python', go: 'go', php: 'php', sh: 'shell' };

/** A program of `events/receivers`, as it is there: tests run those very files. */
function program(name: string, ending: keyof typeof languages): string {
  const text = readFileSync(resolve(folder, `${name}.${ending}`), 'utf8').trim();

  return fenced(languages[ending], text);
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A delivery to check a receiver by. Beyond ASCII, because that is where receivers go wrong. */
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

const standardCheck = `KEY=$(printf '%s' '${vector.secret.replace('whsec_', '')}' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
printf '%s' '${vector.id}.${vector.timestampSeconds}.' | cat - body.json |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64`;

/** For whoever writes a receiver. In the part of Markdown that `lib/docs/markdown.ts` reads. */
export const receivingText = `
How to write an endpoint that loses no event and believes no stranger. The programs below are complete, need no package and
are tested against this service. What each event holds is told under [Webhook events](#webhook-events).

### What arrives

An HTTP POST with the JSON body \`{"event", "timestamp", "data"}\`. Its bytes are made once: every attempt sends the same.

| Header | Value |
| --- | --- |
${headers}

### Verifying a delivery

Compute the signature over the bytes as they arrived, before any parsing: JSON that was read and written again may have others.
Compare in constant time, and refuse a delivery without the header. In JavaScript, as \`verify.mjs\`:

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

\`X-Webhook-Signature\` says who made the body, and nothing of the other headers. \`webhook-signature\` covers the id and the
time as well, so that a delivery that somebody recorded is worth nothing five minutes later. Its key is another form of the same secret:

| Header | What is signed | Key |
| --- | --- | --- |
| \`X-Webhook-Signature\` | the body | the text of the whole secret, \`whsec_\` included, in UTF-8 |
| \`webhook-signature\` | \`webhook-id\`, \`webhook-timestamp\` and the body, with dots between | the bytes that the part after \`whsec_\` is the base64 of |

\`webhook-signature\` holds one signature, or, while the secret changes, two with a space between: accept a delivery when any of
them is yours. [Libraries](https://www.standardwebhooks.com) for many languages do that. Without one:

${program('verify-standard', 'mjs')}

### What to answer

Any 2xx within 10 seconds says that the event is yours now. So keep it first, answer, and do the work afterwards: an endpoint
that works before it answers gets the same event again whenever the work takes too long.

| Answer | What it means here |
| --- | --- |
| 2xx | received; the delivery is done |
| 3xx | a failure: redirects are not followed |
| 408, 410, 413, 414, 415, 425, 429, 431 | a failure |
| any other 4xx, and 500 | a failure, and maybe a signature that was not accepted |
| any other 5xx, a broken connection, no answer within 10 seconds | a failure |

\`Retry-After\` beside 429 or 503 may lengthen the wait for the next attempt, to two hours at most; it never shortens it.

Answer 401 to a signature that does not hold. Never answer 2xx to what you throw away: nothing can tell then that it is lost.

### A complete receiver

It keeps each event once, under its id, and answers. Run it as
\`WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs\`, with \`verify.mjs\` from above and \`inbox.mjs\` beside it:

${program('receiver', 'mjs')}

${program('inbox', 'mjs')}

### Repeats and order

An event may arrive more than once: after a failure, and also when your answer got lost on its way, or a moment after the first
when both signatures were tried. \`X-Webhook-Id\` is the same each time, so keep the ids that you have seen, in a place where two
requests at once cannot both be the first. Events may overtake each other. Where the order matters, use \`timestamp\`, or read the
resource itself.

### Failures

A failed delivery is tried again after 1 minute, 5 minutes, 30 minutes and 2 hours: five attempts in all. After 5 failed attempts in a row, of
whichever events, the webhook is \`failing\`, after 20 it is \`disabled\` and nothing is sent to it until you enable it. One success
sets the count to 0.

While a webhook is \`failing\` it gets one attempt a minute. All other deliveries are held, for seven days and without that being an
attempt, and are sent, oldest first, as soon as it answers again. \`POST /webhooks/{id}/test\` shows at any time what your endpoint
answers, and counts for nothing.

What comes while a webhook is \`disabled\` is held too. When your endpoint works again, \`POST /webhooks/{id}/enable\` with
\`{"replay": "held"}\` sends all of that, with \`{"replay": "none"}\` only what happens from now on; what was held stays so until it is
asked for. \`GET /webhooks/{id}/deliveries\`
lists the attempts of each delivery and their answers; \`POST /webhooks/{id}/deliveries/{deliveryId}/resend\` sends one again, under the
same \`X-Webhook-Id\`.

### Reading what was missed

\`GET /activity?afterId=…\` lists what came after an event, oldest first, under the ids that deliveries have as \`X-Webhook-Id\`. So a gap
of any length can be closed: begin with an event from three hours before the gap, which is longer than the attempts of a delivery
take. One that is too early does no harm, because the inbox knows what it has, while the very last one that arrived may be too
late, because events overtake each other.

The list ends half a minute before now: what it shows is in its final order, and nothing comes in between any more. So the last
event that it showed is the one to begin with the next time, and no event is missed, however often you ask. Add
\`type=\` with the events that the webhook subscribed to, unless you want all of them. As \`replay.mjs\`, beside \`inbox.mjs\`:

${program('replay', 'mjs')}

### A new secret without downtime

\`POST /webhooks/{id}/rotate-secret\` shows a new secret, and the old one stays valid for seven days unless you say otherwise. Nothing
changes for a receiver that knows the old one only: deliveries are signed with the secret that it last accepted. Put the
new secret in the place of the old whenever it suits you. The first delivery that your endpoint refuses then, with one of the
answers above that may mean the signature, comes again at once, signed with the other secret: both together are one
attempt, and no event is lost. From then on \`secretRotation.lastAcceptedSecret\` in \`GET /webhooks/{id}\` is \`current\`, and you are done.

A receiver needs to know one secret at a time. Where several instances change one after the other, both signatures may meet
the wrong one: that is a failed attempt, and the delivery comes again later. Instances that accept both secrets meanwhile avoid even
that. A second rotation during the seven days is harmless too; it keeps the secret that is known to
work beside the newest. If the old secret has leaked, end its time as soon as the new one is in
place: \`POST /webhooks/{id}/rotate-secret/revoke-previous\`. Or rotate with \`{"gracePeriodSeconds": 0}\`: the old one is worthless at once.

### Trying it

\`POST /webhooks/{id}/test\` sends \`webhook.test\` and shows what your endpoint answered. It is signed as everything else, counts for
nothing, and may be answered and thrown away: nothing has happened. What became of real events is told by
\`GET /webhooks/{id}/deliveries\`, and each of them can be sent again.

### Test vectors

Whatever your receiver is written in, it should agree with this. The body has no line break at its end.

| Part | Value |
| --- | --- |
| secret | \`${vector.secret}\` |
| \`X-Webhook-Signature\` | \`${signature}\` |
| \`webhook-id\` | \`${vector.id}\` |
| \`webhook-timestamp\` | \`${vector.timestampSeconds}\` |
| \`webhook-signature\` | \`${standard}\` |

${fenced('json', vector.body)}

With nothing but openssl, the first signature:

${fenced('shell', vectorCheck)}

And the second, which this prints without its \`v1,\`:

${fenced('shell', standardCheck)}
`.trim();
