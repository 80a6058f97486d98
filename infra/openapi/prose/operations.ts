import { apiKeysMax } from '#lib/api-keys/items.ts';

/** What a caller should know of an operation beyond its summary and what its contract says anyway. */
export const operationTexts: Readonly<Record<string, string>> = {
  'activity.list':
    'Each event is on the list within a moment of the change that caused it; with `afterId` it is half a minute after it happened, when none can come in before it any more, so that going on from the last one of a page misses none. `after`, `before` and `afterId` leave out the event or the moment that they name. A page may be shorter than `limit`, even empty, when few of many events fit the filters: go on while there is a `nextCursor`.',
  'api-keys.create': `The service keeps a hash of the key and cannot show it again. A workspace has at most ${apiKeysMax} keys; another one is 422. Expired keys count until they are revoked. A key that expires can only create keys that expire at the same time or earlier.`,
  'api-keys.list': 'Newest first, without those that were revoked. The keys themselves are not shown.',
  'api-keys.revoke':
    'The very next request with the key is refused. A key may revoke itself. Keys that it created stay valid, so a client can rotate its key: create a new one, then revoke the old one. If a key has leaked, send `?createdKeys=revoke`: it also revokes every key that was created with it, directly or through other keys, in the same transaction.',
  'auth.login':
    'The response never reveals whether a user with this address exists. Failed logins are counted by client: after five failures at an e-mail address within 15 minutes, the client gets 429 until those are over. A client is a browser that has logged in as this user before, or else a network (an IPv4 address, or an IPv6 /64). A login sets a second cookie, `__Host-outreach_device`, which identifies the browser for a year; it is no credential, and changing the password invalidates it. All clients without this cookie share 100 failures at an e-mail address within an hour: during an attack from many networks, you can log in only from a browser that you have used before. A source address has ten requests a minute.',
  'auth.logout': 'Effective from the next request on. Other sessions of the user stay.',
  'auth.session': 'Like every request, it lets the session last 7 days from now.',
  'blocklist.create':
    '201 with a new entry, or 200 with the one that this value has already, which stays as it is.',
  'blocklist.delete':
    'Contacts that were suppressed by it are `active` again, unless another entry covers them: that of an address at once, those of a domain within a moment.',
  'campaigns.create':
    'The campaign is a draft. Steps, accounts and contacts may be added later. Contacts are enrolled within a moment; `enrolment` tells how many. A draft does not keep its contacts from other campaigns.',
  'campaigns.delete':
    'From the answer on nothing is sent any more. Deleting an `active` campaign emits `campaign.paused` with the reason `deleted`. Activity is kept; contacts that were in the campaign are free for others within a moment.',
  'campaigns.list': 'Without the steps: `stepCount` says how many there are.',
  'campaigns.pause':
    'Nothing more is sent but what is on its way already; replies, bounces and unsubscribes are still heard. Pausing a paused campaign changes nothing; a draft and a completed one are 422. The contacts stay in the campaign, also when its `endAt` passes while it is paused.',
  'campaigns.start':
    'The first mails get their time within a minute. Starting an active campaign changes nothing. When something is missing — a step, an account, a contact — the answer names all of it. With `{"dryRun": true}` nothing changes, and the answer is a SendingPlan instead of the campaign. After a pause the accounts send on at their full rate. If the campaign was paused because of bounces, only emails since the restart count towards `bouncePauseThreshold`, from the next quarter of an hour on. If a contact of the draft is still in another campaign that has begun with it earlier, and `allowParallel` is false, its sequence is stopped when its first email is due, with the reason `active_elsewhere`.',
  'campaigns.update':
    'Texts, limits, schedule, flags, accounts and contacts may change at any time. While the campaign is active, steps may not be added, removed or reordered, nor their `delay` and `thread` changed: pause first. What changes nothing writes nothing. When the `audience` of an active campaign changes, the contacts that match it now are enrolled; contacts that match no more stay. When the steps change, contacts that are `paused` for a missing value are tried again. An `endAt` in the past ends an active campaign at once.',
  'companies.create': 'A domain that another company has is 422, and the answer names that company.',
  'companies.update':
    'A domain that another company has is 422, and the answer names that company. When a field that texts may use changes, contacts of the company that are `paused` in a campaign for a missing value are tried again within a moment; a contact that still lacks a value is paused again.',
  'connect.begin':
    'Redirects to the page on which the owner of a Google or Microsoft mailbox logs in and consents. What is begun may be finished once, within ten minutes, by the same user. 404 where the operator has not registered the service at that provider. For browsers: open it, do not fetch it.',
  'connect.finish':
    'The provider leads the browser here when the owner has answered. The service takes the tokens, logs in to the mail servers with them, and connects the mailbox by the address that the provider tells; an address that was connected before keeps its account, in place of a password too. Every answer is a page, problems included. Opening it again does nothing.',
  'connect.smtp':
    'The service logs in to both servers as it will to send and to read: nothing is kept unless both let it in, and what is wrong is told at its field. Servers that are left out are those of the account, when the address was connected before; else they are looked for: by the provider, by what the domain says in DNS (SRV records that lead to its own hosts), or by usual names. `imap: null` does not read replies. 201 with a new account; 200 when the address was connected before: its account keeps its id, its counters and what is not given, gets the new credentials, and is `connected` again unless you had paused it. Takes up to 25 seconds. A user has 20 tries within 15 minutes. Google and Microsoft let nobody in by an ordinary password.',
  'contacts.create':
    'An address that another contact has is 422, and the answer names that contact. An address that is suppressed may be created: the contact is then not `active`, and `contact.blocklisted` follows `contact.created`.',
  'contacts.delete':
    'Its sequences are stopped. Its activity is kept by id, and what suppresses its address stays, whoever has the address later.',
  'contacts.import':
    'One contact per row. The first row names the columns; only `email` is needed, and columns that are unknown become custom fields. A bad row never costs a good one: the report tells what became of each. 200 when all is done, 202 when a file of more than 1,000 contacts goes on in the background: ask `GET /contacts/imports/{id}`, whose address is the `Location`, until the `status` is `completed`. The file comes as the body, in a form, or in JSON. See [Importing a file](#importing-a-file) and [Sending a file](#sending-a-file).',
  'contacts.get-import':
    'While the import is `running`, `total` and what it is the sum of grow part by part, 500 rows each, until `total` is `rowsInFile`. Kept for 30 days, those imports included that were done within their request.',
  'contacts.update':
    'An address that another contact has is 422, and so is a new address while a campaign is mailing the contact. Suppression belongs to addresses: with another address the contact has the status of that one. `contact.updated` tells which fields changed; what changes nothing is not told.',
  'dashboard.stats':
    'What a period counts is what happened in it: a reply belongs to the day on which it came, not to that of the mail. Rates never exceed 1. What has just happened is counted within seconds. An answer made in the very moment in which the service sums up a day that is over may be off for that day; asked again, it is right.',
  'docs.openapi': 'What you are reading, for programs: generate a client from it.',
  'docs.page': 'What you are reading, for people.',
  'email-accounts.disconnect':
    'The account stays, as `disconnected`, and is still shown. Disconnecting it again changes nothing.',
  'email-accounts.update': 'Credentials cannot be changed here: connect the address anew.',
  'health.get': 'Looks at nothing behind the service.',
  'webhooks.create':
    'The address must be https, on port 443 or 8443, without user and password, and lead to a public host: anything else is 422. So is the 51st webhook of a workspace.',
  'webhooks.delete':
    'Nothing is sent to it any more; what was still to be retried or was held is dropped. Its deliveries cannot be read any more.',
  'webhooks.enable':
    'From the answer on it is `healthy`, no failure is held against it, and what happens is sent to it at once. What was held for it is sent with `{"replay": "held"}` only, oldest first; without, it stays held, until you ask for it or it is 7 days old. A webhook that is `healthy` already stays so. See [When an endpoint does not answer](#when-an-endpoint-does-not-answer).',
  'webhooks.list-deliveries':
    'What became of each event that the webhook was to hear of, with every request that was made and the beginning of its answer. Kept for 30 days from the event. A delivery is on the list once its first attempt has an outcome, or once it is held: what is under way for the first time is not. With `status` a page may be shorter than its limit and still have a next one.',
  'webhooks.resend':
    'Asks for one attempt more, whatever the state of the delivery, and works while the webhook is `failing`. It is made within a moment, with the same id and the same bytes, and shows as an attempt with `"trigger": "resend"`. Accepted, the delivery is `delivered` and no further attempt is made; refused, it stays as it is. Neither counts as a success or a failure of the webhook. A delivery is sent again 20 times at most; for a webhook that is `disabled` it is 422: enable it first.',
  'webhooks.revoke-previous':
    'For a secret that others have learned. Only the current secret is valid from then on; a delivery that is under way may still carry the signature of the one before. Without a grace period it changes nothing, see [Changing the secret](#changing-the-secret).',
  'webhooks.rotate-secret':
    'The secret before stays valid for the grace period, so rotation needs no downtime, see [Changing the secret](#changing-the-secret).',
  'webhooks.test':
    'Sends `webhook.test` at once, signed as everything else, and waits for the answer of your endpoint: 10 seconds. Where the first signature was refused while another secret is valid, it sends a second request; both together take at most 12 seconds. Works in every status of the webhook, and counts for none. 200 says that it was tried; `isDelivered`, whether it was accepted. A repeat under the same Idempotency-Key tells the same again and sends nothing.',
  'webhooks.update':
    'The address is held to the rules for new webhooks. Attempts that are still to be made go to the new one, those of earlier events included. Other `events` count for what happens from then on. The status, what was counted and the secret stay as they are. What changes nothing writes nothing.',
  'tracking.click':
    'The destination is part of the signed token, so a link cannot redirect to another page. It answers 404 under a host that is neither the service nor a verified tracking domain of the workspace, and once the campaign was deleted. It redirects even if the click cannot be recorded.',
  'tracking.open': 'There is a picture for every token; one that is none of ours notes nothing.',
  'tracking.unsubscribe':
    'For the button of the page, and for mail programs that post `List-Unsubscribe=One-Click` as a form of either kind. Suppresses the address that the message was sent to, and no other one: if the contact has another address by now, the contact stays `active`. Works under every host of the service, without cookies. A body of more than 8,192 bytes is ignored, and the request still unsubscribes. Repeating it changes nothing.',
  'tracking.unsubscribe-page': 'A page with one button. Nothing changes before it is pressed.',
};
