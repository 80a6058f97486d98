import { apiKeysMax } from '#lib/api-keys/items.ts';

/** Behaviour of each operation beyond its summary and its contract. */
export const operationTexts: Readonly<Record<string, string>> = {
  'activity.list':
    'An event appears in the list within seconds of the change that caused it. With `afterId`, the list omits the last 30 seconds, because events can still be inserted there. So you miss no event if you continue with the id of the last event that you read. `after`, `before` and `afterId` are exclusive. With filters, a page can have fewer events than `limit`, or none: read until `nextCursor` is `null`.',
  'api-keys.create': `The service stores only a hash of the key and cannot show the key again. A workspace can have ${apiKeysMax} keys; another one returns 422. Expired keys count until they are revoked. A key with an expiry can only create keys that expire at the same time or earlier.`,
  'api-keys.list':
    'Sorted from newest to oldest, without revoked keys. The keys themselves are not returned.',
  'api-keys.revoke':
    'Requests with the key are rejected from the next one on. A key can revoke itself. Keys that it created stay valid, so a client can rotate its own key: create a new one, then revoke the old one. If a key has leaked, send `?createdKeys=revoke`: this also revokes all keys that were created with it, directly or through other keys, in the same transaction.',
  'auth.login':
    'The response does not reveal whether a user with this address exists. After five failed logins for an email address within 15 minutes, a client gets 429 until the 15 minutes end. A client is a browser that has logged in as this user before, or a network: an IPv4 address or an IPv6 /64. A login also sets the cookie `__Host-outreach_device`, which identifies the browser for one year. It is not a credential, and changing the password invalidates it. All clients without this cookie share 100 failures per hour for an email address. During an attack from many networks, you can therefore log in only from a browser that you have used before. Each source address can send ten requests per minute.',
  'auth.logout': 'Ends this session immediately. Other sessions of the user stay open.',
  'auth.session': 'Like every request, this extends the session to 7 days from now.',
  'blocklist.create':
    'Returns 201 with a new entry, or 200 with the existing entry for this value, which is not changed.',
  'blocklist.delete':
    'Contacts that the entry suppressed become `active` again, unless another entry covers them. This takes effect immediately for an address and within seconds for a domain.',
  'campaigns.create':
    'The campaign is created as a `draft`. You can add steps, accounts and contacts later. Contacts are enrolled within seconds; `enrolment` has the counts. A draft does not prevent its contacts from being enrolled in other campaigns.',
  'campaigns.delete':
    'No further email is sent after the response. Deleting an `active` campaign emits `campaign.paused` with the reason `deleted`. The activity is kept. Within seconds, other campaigns can enrol its contacts.',
  'campaigns.list': 'Campaigns are returned without their steps; `stepCount` has their number.',
  'campaigns.list-recipients':
    'The contacts that are or were in the campaign, newest contact first. Each one has its progress, the reason why its next email was not sent yet, and its last event. `sendingStatus` of the campaign explains `slot`. With filters, a page can have fewer recipients than `limit` and still have a next page.',
  'campaigns.pause':
    'No further email is sent, except emails that are already in flight. Replies, bounces and unsubscribes are still processed. Pausing a paused campaign changes nothing. Pausing a draft or a completed campaign returns 422. The contacts stay in the campaign, even if its `endAt` passes while it is paused.',
  'campaigns.preview':
    'Composes one email by the code that sends it, and sends nothing. For a contact of the campaign, the preview is the message as it will be sent, except for its `Date` header: the variant, the choices in the texts, the links and the thread are the same. Its links belong to the contact, so visits count as visits of the contact once the email was sent. For another contact or a sample `contact`, the links have no effect. With `steps`, you preview steps that are not saved. A merge field without a value appears as it is written, and `warnings` lists it; such an email is not sent.',
  'campaigns.start':
    'The first emails are scheduled within a minute. Starting an active campaign changes nothing. If a requirement is not met, such as a step, an account or a contact, the 422 lists all missing requirements. With `{"dryRun": true}` nothing changes, and the response is a SendingPlan instead of the campaign. After a pause, the accounts send at their full rate immediately. If the campaign was paused because of bounces, only emails since the restart count towards `bouncePauseThreshold`, starting at the next quarter hour. If `allowParallel` is false and a contact is in a campaign that started earlier, its sequence stops when its first email is due, with the reason `active_elsewhere`.',
  'campaigns.test':
    'Sends the email that the preview shows to a user of your workspace, from the email account, with `[Test]` before the subject. Its links belong to no contact: opens, clicks, replies, bounces and unsubscribes are not recorded. It counts towards no limit of the campaign or of the account. The response is 200 even if the mail server rejected the email: check `isAccepted`. A request takes up to 20 seconds. A repeat with the same Idempotency-Key returns the same result and sends nothing.',
  'campaigns.update':
    'Texts, limits, schedule, flags, accounts and contacts can change at any time. While the campaign is active, you cannot add, remove or reorder steps or change their `delay` and `thread`: pause the campaign first. A request that changes no value writes nothing. If the `audience` of an active campaign changes, matching contacts are enrolled; contacts that no longer match stay. If the steps change, contacts that are `paused` because of a missing value are tried again. An `endAt` in the past ends an active campaign immediately.',
  'companies.create':
    'A domain that belongs to another company returns 422 with the id of that company in `existingId`.',
  'companies.update':
    'A domain that belongs to another company returns 422 with the id of that company in `existingId`. If a field that is available as a merge field changes, contacts of the company that are `paused` because of a missing value are tried again within seconds. A contact that still lacks a value is paused again.',
  'connect.begin':
    'Open this URL in a browser; do not fetch it. It redirects to the page where the owner of a Google or Microsoft mailbox logs in and grants access. The same user must finish the authorization within ten minutes, and can do so once. Returns 404 if the operator has not registered the service with that provider.',
  'connect.finish':
    'The provider redirects the browser here after the mailbox owner has answered. The service exchanges the code for tokens, logs in to the mail servers with them, and connects the mailbox under the address that the provider reports. If the address is already connected, its account gets the new credentials, even if it used a password before. Every response is an HTML page, including errors. Opening the URL again changes nothing.',
  'connect.smtp':
    'The service logs in to both servers and stores the account only if both logins succeed. An error names the field at fault. If you omit a server, the service uses the server of the existing account. For a new account, it detects the server from the provider, from SRV records of the domain that point to its own hosts, or from common host names. With `imap: null`, replies are not read. Returns 201 with a new account. Returns 200 if the address is already connected: the account keeps its id, its counters and omitted fields, gets the new credentials, and becomes `connected` unless you paused it. A request takes up to 25 seconds. A user has 20 attempts within 15 minutes. Google and Microsoft do not accept ordinary passwords.',
  'contacts.create':
    'An address that belongs to another contact returns 422 with the id of that contact in `existingId`. You can create a contact with a suppressed address: it is then not `active`, and `contact.blocklisted` follows `contact.created`.',
  'contacts.delete':
    'Stops all sequences of the contact. Its activity is kept under its id. Its address stays suppressed if it was, including for a later contact with this address.',
  'contacts.import':
    'Each row becomes one contact. The first row has the column names. Only `email` is required; unknown columns become custom fields. An invalid row does not affect other rows, and the report lists the result. Returns 200 when the import is complete. Returns 202 if a file of more than 1,000 contacts continues in the background: poll `GET /contacts/imports/{id}`, the URL in `Location`, until `status` is not `running`. Send the file as the body, in a form or in JSON. See [Importing a file](#importing-a-file) and [Sending a file](#sending-a-file).',
  'contacts.get-import':
    'While the import is `running`, `total` and the counts that it sums up grow in parts of 500 rows until `total` equals `rowsInFile`. Reports are kept for 30 days, including reports of imports that completed within their request.',
  'contacts.list-campaigns':
    'The campaigns that the contact is or was in, newest campaign first, each with the progress of the contact. Deleted campaigns are omitted.',
  'contacts.update':
    'An address that belongs to another contact returns 422, and so does a new address while a campaign is sending to the contact. Suppression belongs to addresses: with a new address, the contact gets the status of that address. `contact.updated` lists the changed fields. A request that changes no value emits no event.',
  'dashboard.stats':
    'A period counts the events that occurred in it: a reply counts on the day of the reply, not on the day of the email. Rates never exceed 1. Events are counted within seconds. While the service aggregates a past day, a response can be inexact for that day; a later request is exact.',
  'docs.openapi': 'The machine-readable form of this reference. Use it to generate a client.',
  'docs.page': 'The human-readable form of this reference.',
  'docs.root':
    'The entry point for clients that only have the address of the service. Paths are relative to it.',
  'email-accounts.disconnect':
    'The account keeps its id, has the status `disconnected` and can still be read. Disconnecting it again changes nothing.',
  'email-accounts.update':
    'Credentials cannot be changed here. To change them, connect the address again with `POST /connect/smtp` or `GET /connect/{provider}`.',
  'health.get': 'Checks that the API responds. It does not check the database or other dependencies.',
  'webhooks.create':
    'The URL must use https on port 443 or 8443, have no user name or password, and resolve to a public address. Any other URL returns 422, and so does the 51st webhook of a workspace.',
  'webhooks.delete':
    'No further event is sent to the webhook. Pending and held deliveries are discarded. Its deliveries can no longer be read.',
  'webhooks.enable':
    'The webhook becomes `healthy`, its failure count becomes 0, and new events are sent immediately. With `{"replay": "held"}`, held deliveries are also sent, oldest first. Otherwise they stay held until you request them or they are 7 days old. A webhook that is already `healthy` stays so. See [When an endpoint does not answer](#when-an-endpoint-does-not-answer).',
  'webhooks.list-deliveries':
    'Returns the status of each event for this webhook, with all requests that were sent and the beginning of each response. Deliveries are kept for 30 days from the event. A delivery appears when its first attempt has a result, or when it is held. With `status`, a page can have fewer deliveries than `limit` and still have a next page.',
  'webhooks.resend':
    'Requests one more attempt, regardless of the status of the delivery. This also works while the webhook is `failing`. The attempt starts within seconds, has the same id and body, and is listed with `"trigger": "resend"`. If it succeeds, the delivery becomes `delivered` and is not attempted again. If it fails, the delivery does not change. The result does not count as a success or failure of the webhook. A delivery can be resent 20 times. A `disabled` webhook returns 422: enable it first.',
  'webhooks.revoke-previous':
    'Use this if the previous secret has leaked. After the response, only the current secret is valid. A delivery in flight may still carry a signature with the previous one. Without a grace period, this changes nothing. See [Changing the secret](#changing-the-secret).',
  'webhooks.rotate-secret':
    'The previous secret stays valid during the grace period, so that a rotation needs no downtime. See [Changing the secret](#changing-the-secret).',
  'webhooks.test':
    'Sends a signed `webhook.test` event immediately and waits up to 10 seconds for the response of your endpoint. If the endpoint rejects the first signature while a second secret is valid, the service sends a second request; both together take at most 12 seconds. This works in every status and does not count as a success or failure of the webhook. The response is 200 even if the endpoint failed: check `isDelivered`. A repeat with the same Idempotency-Key returns the same result and sends nothing.',
  'webhooks.update':
    'The URL must meet the rules for new webhooks. Pending attempts, also for earlier events, use the new URL. New `events` apply to events from now on. The status, the counters and the secret do not change. A request that changes no value writes nothing.',
  'tracking.click':
    'The destination is part of the signed token, so a link cannot redirect elsewhere. Returns 404 on a host that is neither the service nor a verified tracking domain of the workspace, and after the campaign was deleted. Redirects even if the click cannot be recorded.',
  'tracking.open':
    'Returns the same 1×1 image for every token. An open is recorded only if the token is valid.',
  'tracking.unsubscribe':
    'Called by the button of the page, and by mail programs that post `List-Unsubscribe=One-Click` as a form (RFC 8058). Suppresses only the address that the message was sent to: if the contact has a different address now, the contact stays `active`. Works on every host of the service and without cookies. A body of more than 8,192 bytes is ignored, and the request still unsubscribes. Repeating the request changes nothing.',
  'tracking.unsubscribe-page': 'Returns a page with one button. Opening the page changes nothing.',
};
