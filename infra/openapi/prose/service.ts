import { reservationMs } from '#lib/endpoints/idempotency/reservation.ts';
import { depthMax, valuesMax } from '#lib/http/json.ts';
import { detailsMax } from '#lib/values/problem.ts';
import { agentsText } from './agents.ts';
import { authorityTable } from './authority.ts';
import { clientsText } from './clients.ts';
import { rolesTable } from './roles.ts';
import { rulesText } from './rules.ts';

/** Conventions of all operations, in Markdown. */
export const serviceDescription = `
An HTTP API for outreach email campaigns. It manages contacts, sends campaigns in steps from connected email accounts, records all
activity, and delivers signed webhooks. Requests and responses are JSON unless an operation says otherwise.

## Authentication

Send an API key as \`Authorization: Bearer <API_KEY>\`. A \`full-access\` key can read and write. A \`read-only\` key can call
GET endpoints only, also GET endpoints for the role \`owner\` such as \`GET /audit-log\`; other requests return 403 \`FORBIDDEN\`. A \`read-only\` key gets only
the beginning of the URLs of webhooks. The browser dashboard uses a session cookie instead. A missing or
invalid credential returns 401 \`UNAUTHORIZED\`. Every resource belongs to one workspace. A resource of another
workspace returns 404 \`NOT_FOUND\`, as if it did not exist.

## Roles

A user has one role. A request of a user that the role does not allow returns 403 \`FORBIDDEN\`. A change of a role, the end of a session and the revocation of a key take effect from the next
request. A request in progress can still complete.

${rolesTable}

A workspace keeps at least one \`owner\`. API keys have a scope and no role: a \`full-access\` key can use the operations of an \`owner\`, except
operations that require a session. A key with an expiry cannot invite users, change roles,
create, redirect and enable webhooks, or set \`replyTo\` and \`trackingDomain\` of an email account, because that access would outlive it.

What a user or a key created gives access, too. This table states what ends with its creator. Anything else belongs to the workspace and
stays until you end it. \`–\`: such a creator cannot create it.

${authorityTable}

## Errors

Every error has the form \`{"error": {"code", "message", "requestId"}}\`, and its \`Link\` header names the chapter of this document that
explains it. A 422 \`VALIDATION_ERROR\` also has \`details\`: the first
${detailsMax} errors of the request, each with its \`path\`, the broken \`rule\` and a \`message\`. If there are more, the message of
the error states how many. Rules that concern several fields, the content of a template or other resources are checked after the
fields, so a corrected request can return further errors. A request that returns 422 changes nothing. Malformed JSON, unknown query parameters, values that must be
unique and state conflicts also return 422. If an object of a JSON body repeats a name, its last value applies. Except for [agents](#agents), the API does not use 400, 405, 409 or 412: an unsupported method on a known path returns 404, like an unknown path, with or without a valid
credential.

| Status | Code | When |
| --- | --- | --- |
| 401 | \`UNAUTHORIZED\` | the credential is missing or invalid, or is an API key and the operation requires a session |
| 403 | \`FORBIDDEN\` | the credential does not allow this operation |
| 404 | \`NOT_FOUND\` | the resource or the endpoint does not exist |
| 422 | \`VALIDATION_ERROR\` | the request is invalid |
| 429 | \`RATE_LIMITED\` | the rate limit is exceeded |
| 500 | \`INTERNAL_ERROR\` | the service failed |

Values of \`rule\` in \`details\`. More values may be added.

${rulesText}

## Rate limits

An API key can make 100 requests per minute. A user can make 200 requests per minute over all sessions. A window starts with its first
request and lasts 60 seconds. Requests without a valid credential, and
requests to public operations, are limited to 100 per minute each for a source address; an IPv6 address counts as its /64 network. Requests to
unknown paths and methods count like all others. Operations with a
lower limit state it. Every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, the
Unix time in seconds at which the window ends, and the same as \`RateLimit-Policy\` and \`RateLimit\` in the form of the IETF. A 429 also has \`Retry-After\`, in seconds. Some operations have a second limit, on
the requests that a workspace has in flight or on failed logins. Their 429 describes that limit. Links in emails are
limited for all callers together, in windows of one second.

## Responses of the gateway

Amazon API Gateway answers some requests itself: the files of the dashboard and of this reference (\`/docs\` and its chapters in Markdown,
\`/llms.txt\`, \`/openapi.json\`, \`/openapi.client.json\` and \`/\`), a URL that cannot be decoded or has characters
outside ASCII that are not percent-encoded, too many requests to a
link or to unknown paths in one second, and an outage. It does not read the credential and does not count the request. Its errors use the
format above, and all these responses have \`X-RateLimit-Limit: 100\`, \`X-RateLimit-Remaining: 100\` (0 with 429) and
\`X-RateLimit-Reset: 0\`. If the reset is 0, ignore the other two headers. Your rate limit window is unchanged.

If a request exceeds a limit of the gateway, the response has none of the headers above. Its body is \`{"message": "…"}\`, or plain
text for 431 and for a body above 10,485,760 bytes, so check the status before you parse it:

| Status | When | What to do |
| --- | --- | --- |
| 413 | the body has more than 10,485,760 bytes, or more than about 4,700,000 after the gateway has decompressed it | send less; for a file see [Sending a file](#sending-a-file) |
| 414 | the path and the query have more than 10,240 bytes together | send a shorter query |
| 415 | \`Content-Encoding\` is not \`gzip\`, \`deflate\` or \`identity\`, or does not match the body | correct the header, or omit it |
| 431 | the header values have more than 10,240 bytes together | send fewer or shorter headers and cookies |

## Repeating a request

Every write accepts an \`Idempotency-Key\`: 1 to 255 printable ASCII characters that you choose. A repeat with the
same key returns the first response again, with \`Idempotency-Replayed: true\`, and changes nothing. A key is scoped to one
credential, method and path, and expires after 24 hours. A slash at the end of a path makes no difference. If a repeat has another body or another query, it also returns the first response,
with \`Idempotency-Mismatch\` set to \`body\`, \`query\` or \`body, query\`.

Only successful responses are stored. An error other than 500 means that nothing was changed. You can repeat a request that returned 401, 403, 404, 422,
429 or 500 with the same key, corrected or unchanged. If a response was lost, or was a 500 although the change was
committed, the repeat returns the response of the committed change.

Concurrent requests with one key are executed once and all get the same response. \`webhooks.test\`, \`campaigns.test\` and \`connect.smtp\` call an
external server: a second request with the key waits for the first. If the first request was interrupted, a repeat may call the
server again after ${reservationMs / 1000} seconds.

Four writes accept the header and ignore it, because they have no credential to which a key could be scoped. A repeat of
\`POST /auth/login\` logs in again: it opens another session, or counts as another failed login. A repeat of \`POST /u/{token}\` changes nothing.
A repeat of \`POST /auth/accept-invitation\` or \`POST /auth/reset-password\` returns 422, because the token was used.

## Concurrent updates

Contacts, companies, campaigns, email accounts, webhooks, users, replies, snippets and workspaces return an \`ETag\`, which changes with \`updatedAt\`. Send it as \`If-Match\` with
a PATCH, or with the choice of a winner, to avoid overwriting a change of another client. If the resource has changed since, the response is 422 with the rule
\`precondition\`. (RFC 9110 uses 412, which this API does not return.) Without \`If-Match\`, the last update of each field wins.
Other changes, such as a deletion, do not compare versions and reject \`If-Match\` with the same rule.

## Lists

Lists are sorted from newest to oldest unless their operation says otherwise. \`limit\` is the page size: 1 to 100, default 25. \`nextCursor\` identifies the next page and is
\`null\` on the last page. Send it as \`cursor\` with the same filters and order. A damaged cursor, or one from other filters or another order, returns 422.
Cursors do not expire. Elements that are created while you read do not shift the pages.

With \`order=asc\`, a list begins with the oldest element, and elements that are created while you read are on its last pages: an import
reads each element once. To continue it later, send the last \`cursor\` again, or the time of the last element as \`createdAfter\` or \`after\`,
and omit the ids that you have. An element can appear up to 30 seconds after its \`createdAt\`, so begin one minute earlier to miss none.
An element that matches the filters only later, or a contact that is enrolled later, has the place of its creation. Lists that read all
elements of an import or a job have one order.

A resource that you read by its id, or that a request refers to, has all changes of completed requests. Lists are eventually consistent:
usually within a second, they have a new element and omit a deleted one.

Multiple filters are combined with AND. A request examines at most about 300 elements. With combined filters or a search, a page can
therefore have fewer elements than \`limit\`, or none, and still have a \`nextCursor\`. Read pages until \`nextCursor\` is \`null\`.

## Versions and deprecation

The version of this document is the version of the API. These changes are compatible and can appear at any time: new
operations, new optional request fields and parameters, new response fields and headers, new event types, and new values of an enum
with \`x-extensible-enum\`. Write your client so that such changes do not break it: ignore response and event
fields that it does not know, and handle unknown enum values and unknown event types with a default. Do not depend on the format of ids, cursors, tokens
and error messages, or on the order of fields. Response objects and events are open.

Request bodies are closed: an unknown field returns 422, so that a misspelled field is not silently ignored.

Any other change is breaking, such as a removed field, a new required field or a stricter limit. A breaking change is published under a
new path prefix, \`/v2\`. The previous version keeps working for at least 12 months. A deprecated operation or field is marked
\`deprecated\` in this document and listed in the changelog. It keeps working for at least 12 months after that. A change that closes a security vulnerability
can be made earlier.

${clientsText}

${agentsText}

## Conventions

Every GET operation also accepts HEAD, which counts as one request and returns the same status and headers without a body.

Ids are opaque strings with a prefix for the resource type. Times are RFC 3339. Requests may have any offset, and responses are in UTC. A PATCH or PUT keeps absent fields. In both,
\`null\` clears a value, and empties a list or \`customFields\`. Fields of nested settings objects, such as \`schedule\`, are merged in the
same way. Lists and \`customFields\` are replaced as a whole.

An empty text \`""\` in an optional field means \`null\`: a PATCH or PUT clears the value, and a POST creates the resource without it. If the field of a POST or PUT
does not accept \`null\`, it is treated as absent. An empty text keeps its own meaning in fields that accept one, such as \`subject\`, \`description\`,
\`signatureHtml\` and the values of \`customFields\`. It stays invalid in required fields, booleans and filters of a body: a filter without a
condition would select more. A query parameter without a value, such as \`search=\`, is treated as absent unless it is required
or identifies an object: \`email\`, \`domain\`, \`externalId\` and \`value\`.

\`updatedAfter\` filters a list without changing its order. To synchronize, note the time, read all pages, and use the time one minute
before it as the next \`updatedAfter\`, because lists are eventually consistent.

A body has at most 1,000,000 bytes unless an operation says otherwise. JSON has at most ${depthMax} levels and ${valuesMax} values, and
its numbers are between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, because larger ones are inexact. The path,
and the names and values of query parameters and headers, have at most 16,384 characters together; a longer request returns 422 with the rule \`too_big\`. Links in
emails have no such limit. White space around names and other short texts is removed.
The service implements a specification of campaigns, contacts, companies, accounts, webhooks and keys. Operations marked \`x-extension\` were
added to it. They have the same guarantees as all others.

## Replies and bounces

The service reads the mailbox of an account with \`imap\` every two minutes for two hours after an email of the account, every five minutes
for at least a week, and every 15 minutes after that. It also reads the mailbox immediately before each follow-up, so that a contact that has replied gets no
follow-up. It reads INBOX and up to 50 other folders, such as Archive, Junk, Gmail's All Mail and the folders of your rules. It does not read
Sent, Drafts and Trash. After the first connection it reads the messages since the account was connected. After a change of the server it
reads the messages since \`lastSyncAt\`, so no reply is missed. A message counts once, also if it is in several folders.

An incoming message is a reply if its \`In-Reply-To\` or \`References\` contains a message of a campaign, regardless of its sender. A message without
such a reference is a reply to the account's latest email to the contact if the contact's own address sent it after that email. Newsletters and
messages of mailing lists need a reference.
Automatic replies and reports of mail servers do not count as replies. An automatic reply, such as an out-of-office message, delays the
next email by \`autoReplyDelayDays\` of the campaign, or ends the sequence with \`stopOnAutoReply\`. The recipient then has the \`reason\`
\`auto_reply\`, and \`nextSendAt\` has the new time. If the message states until when the contact is away, or when it is back, the next email waits at
least until the day of return: “until December 14” means December 15, and “back on December 14” the same day. The service reads dates of the next 90 days in
English, German, French, Spanish, Italian, Dutch and Portuguese, in sentences about an absence.

A human reply from the contact’s own address that clearly asks for no further emails unsubscribes the contact, like an unsubscribe link, unless the
campaign has \`honourOptOutReplies\` set to \`false\`. The request must be a short text with a complete sentence, in one of more than 30 languages;
quotations do not count. The events are \`email.replied\` and \`email.unsubscribed\` with the method \`reply\`. To undo it, find the blocklist entry with
\`GET /blocklist?value={address}\` and delete it: its \`replyId\` names the reply. The contact is then \`active\` again. Its ended sequences stay ended.
A reply from any other address only suggests the label \`unsubscribe_request\`.

While an inbox cannot be read, follow-ups of its account wait. First emails are still sent.
`.trim();
