import { depthMax, valuesMax } from '#lib/http/json.ts';
import { detailsMax } from '#lib/values/problem.ts';
import { rulesText } from './rules.ts';

/** What holds for all operations. In the part of Markdown that `lib/docs/markdown.ts` reads. */
export const serviceDescription = `
Outreach campaigns over HTTP: contacts, campaigns that mail them in steps from connected email accounts, everything that
happened as activity, and signed webhooks. Requests and responses are JSON unless an operation says otherwise.

## Authentication

Send an API key as \`Authorization: Bearer <API_KEY>\`. A \`full-access\` key reads and writes; a \`read-only\` key may call
GET endpoints, and gets 403 \`FORBIDDEN\` from all others. The browser dashboard uses a session cookie instead. A missing or
invalid credential is 401 \`UNAUTHORIZED\`. Everything belongs to the workspace of the credential; what belongs to another
workspace is 404 \`NOT_FOUND\`, as if it did not exist.

## Errors

Every error is \`{"error": {"code", "message"}}\`. A 422 \`VALIDATION_ERROR\` adds \`details\`: the faults of the request, at most
${detailsMax}, each with its \`path\`, the broken \`rule\` and a \`message\`. The message of the error has the number of all
others. Nothing is written then. Malformed JSON, an unknown query parameter, a duplicate and a state that forbids the operation are 422 as well: there is no 400, 405, 409 or 412.
A path with a method that it does not have is 404, like an unknown path: the table has no 405.

| Status | Code | When |
| --- | --- | --- |
| 401 | \`UNAUTHORIZED\` | the credential is missing or invalid |
| 403 | \`FORBIDDEN\` | the credential may not do this |
| 404 | \`NOT_FOUND\` | there is no such resource, or no such endpoint |
| 422 | \`VALIDATION_ERROR\` | the request is not valid |
| 429 | \`RATE_LIMITED\` | the rate limit is exceeded |
| 500 | \`INTERNAL_ERROR\` | the service failed |

The rules of \`details\`:

${rulesText}

## Rate limits

An API key may make 100 requests in a minute, a user 200 over all their sessions. The window begins with its first request
and lasts 60 seconds. Every response tells \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, the
Unix second at which the window ends; 429 adds \`Retry-After\` in seconds. Some operations have a second limit, on how many of
their requests a workspace has in flight, or on failed logins; their 429 shows the window of that limit. Links in mails are not counted by who follows them:
their window is a second, for all callers together.

## Responses of the gateway

Amazon API Gateway answers some requests by itself: an unknown path or method, an address that it cannot decode, too many requests to a
link in a second, and an outage. It reads no credential and counts nothing. These responses are errors like all others, with
\`X-RateLimit-Limit: 100\`, \`X-RateLimit-Remaining: 0\` and \`X-RateLimit-Reset: 0\`. A reset of 0 means that no window was read: ignore
the other two headers then. Your window is unchanged, also if your key is valid.

A request over a limit of the gateway gets a response of Amazon's, without our errors and headers:

| Status | When | What to do |
| --- | --- | --- |
| 413 | the body has more than 10,485,760 bytes, or more than about 4,700,000 after the gateway has decompressed it | send less; for a file see [Sending a file](#sending-a-file) |
| 415 | \`Content-Encoding\` is not \`gzip\`, \`deflate\` or \`identity\`, or the body is not encoded like that | correct the header, or omit it |
| 431 | the header values have more than 10,240 bytes together | send fewer or shorter headers and cookies |

## Repeating a request

Every write accepts an \`Idempotency-Key\`: 1 to 255 printable ASCII characters that you choose. Repeating a request with the
same key gives the first answer again, marked \`Idempotency-Replayed: true\`, and does nothing again. A key belongs to one
credential, method and path, and is kept for 24 hours. A repeat with another body or another query also gets the first answer, marked
\`Idempotency-Mismatch\` with \`body\`, \`query\` or \`body, query\`.

Only success is kept. No error is kept, because an error means that nothing was performed: 401, 403, 404, 422, 429 and 500 may be
repeated under the same key, corrected or not, and are then decided anew. If a response was lost, or was a 500 although the change was
committed, the repeat gets the response of the change.

Requests under one key at the same time are performed once, and all get the same response. \`webhooks.test\` and \`connect.smtp\` call a
foreign server: a second request under the key waits for the first one. If the first one was interrupted, the second one may call the server
again after 15 seconds.

Two writes accept the header and ignore it, because they know no caller under whose name a response could be kept. A repeat of
\`POST /auth/login\` logs in again: it opens another session, or counts as another failed login. A repeat of \`POST /u/{token}\` changes nothing.

## Updating what others update

Contacts, companies, campaigns, email accounts and webhooks have an \`ETag\`, which names the version of their \`updatedAt\`. Send it as \`If-Match\` with
a PATCH, so that you overwrite no change of another client: if the resource has changed since, the answer is 422 with the rule
\`precondition\`. RFC 9110 permits 412 there, which the table of errors does not have. Without \`If-Match\` the last update wins, field by field.

## Lists

Lists are newest first. \`limit\` is the size of a page, 1 to 100, and 25 unless you say otherwise; \`nextCursor\` leads to the
next one and is \`null\` on the last. Hand it back as \`cursor\` with the same filters: with others, or damaged, it is 422. It
does not expire, and what is created meanwhile moves nothing.

Filters are combined with and. A request looks at about 300 elements at most: a page of combined filters, and of a search, may
be shorter than \`limit\`, even empty, and still have a \`nextCursor\`. So read until it is \`null\`, not until a page is short.

## Conventions

Ids are opaque and begin with the kind of what they name. Times are RFC 3339 in UTC. Fields that a request does not know are
refused. \`updatedAfter\` filters within the order of a list, because no index has it: read all pages, and repeat with the time at which
you began. In a PATCH, absent fields keep their value, and \`null\` clears: a value becomes \`null\`, a list and \`customFields\` become
empty. The fields of an object of settings, such as \`schedule\`, are merged in the same way; lists and \`customFields\` are replaced whole.
A body has at most 1,000,000 bytes unless an operation says otherwise. JSON has at most ${depthMax} levels and ${valuesMax} values. Path, query and
header values have at most 16,384 characters together. White space around names and other short texts is dropped.
Operations marked \`x-extension\` go beyond the specification of the service.

## Replies and bounces

Of accounts with \`imap\`, the inbox is read every two minutes for at least a week after the account's last message, and every
15 minutes after that. It is read once more right before each follow-up: a contact that has replied by then gets none. A message is a reply when it names one of our mails in \`In-Reply-To\` or \`References\`, whoever writes it. Automatic replies
and reports of mail servers are none. While an inbox cannot be read, follow-ups of its account wait, and first mails leave.
`.trim();
