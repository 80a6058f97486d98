/** Webhooks in general, in Markdown. */
export const webhooksText = `
Your endpoints that receive events, at most 50 per workspace. [Webhook events](#webhook-events) describes the payloads, and
[Receiving webhooks](#receiving-webhooks) how to verify them.

### States of a webhook

| Status | Trigger | Result |
| --- | --- | --- |
| \`healthy\` | 5 consecutive failed attempts | \`failing\`: retries continue; new events are held, and one per minute is attempted |
| \`failing\` | a successful attempt | \`healthy\`: the failure count is reset, and held deliveries are sent |
| \`failing\` | 20 consecutive failed attempts | \`disabled\`: nothing is sent; all deliveries are held |
| \`disabled\` | you enable it | \`healthy\`: held deliveries are sent if you request it |

Each failed attempt counts one, including retries and attempts that were in flight together, until the webhook is \`disabled\`. An attempt counts
when it ends. One success resets the count to 0. You can also enable a \`failing\` webhook instead of waiting.

### When an endpoint does not answer

A delivery is attempted up to five times: immediately, then 1 minute, 5 minutes, 30 minutes and 2 hours after the previous failure. A 429
or 503 with \`Retry-After\` can extend the wait to at most 2 hours.

While a webhook is \`failing\`, its retries keep these times. New events are \`held\` before their first attempt, and have all five
attempts afterwards. Once per minute the oldest of them is attempted. When the webhook is \`healthy\` again, held deliveries are sent automatically,
oldest first, at 100 per second. A delivery is held for at most 7 days from its event, or from the start of its replay. After that it is not sent
automatically, but stays in the list, and you can resend it.

### When an endpoint is slow

A response is slow if it takes longer than half a second. An endpoint can have 8 slow requests at the same time, and all endpoints of a workspace
together 16. Up to this limit a slow response delays nothing. Beyond it the endpoint has at most 8 requests in flight, and further deliveries are
\`held\`. The oldest of them is sent as soon as a request ends. So an endpoint with a response time of one second receives 8 events per second. The
limit ends when no delivery is held, or after 20 fast responses in a row. A time in which the service itself was busy does not count as response time.

### Headers of your own

\`headers\` adds headers to all requests, such as \`Authorization\` for a gateway in front of your endpoint, or the name of a tenant. Their values are stored
encrypted and never returned. They are bound to the scheme, host and port of \`url\`: a request that changes one of these must state \`headers\` again or
clear them. So credentials for one server never reach another one. Retries, resends and replays use the headers that the webhook has when they are sent. The
signature does not cover them.

### Changing the secret

Rotating creates a new secret. The replaced secret stays valid for \`gracePeriodSeconds\`, 7 days by default. If you rotate again in this time, each
secret stays valid until its own grace period ends. A webhook has at most 10 valid secrets; a further rotation returns 422.
\`secretRotation.previousSecrets\` lists when the previous secrets expire. Deliveries are signed with the secret that your endpoint last accepted. A
test that your endpoint accepts with the new secret completes the rotation. If
your endpoint rejects a delivery, it is sent again immediately with the next valid secret. Your endpoint can therefore switch to a new secret
at any time in the grace period without losing an event. If the endpoint rejects all secrets three times in a row, the cause is not the secret: for ten
minutes, the service tries only one.

If a secret has leaked, rotate it, configure the new one at your endpoint, and revoke the previous ones, which ends all grace
periods immediately. An endpoint that still verifies with the old secret rejects all later deliveries.
`.trim();
