import { apiKeysMax } from '#lib/api-keys/api-key.ts';
import { replaysPerDayMax } from '#lib/webhooks/start-replay.ts';
import { createdPerDayMax } from '#lib/webhooks/webhooks.ts';

/** Behaviour of each operation beyond its summary and its contract. */
export const operationTexts: Readonly<Record<string, string>> = {
  'activity.list':
    'An event appears in the list within seconds of the change that caused it. With `afterId` or `order=asc`, the list omits the last 30 seconds, because events can still be inserted there. So you miss no event if you continue with the id of the last event that you read. Events at exactly `after` or `before`, and the event `afterId`, are not returned. With filters, a page can have fewer events than `limit`, or none: read until `nextCursor` is `null`.',
  'api-keys.create': `The service stores only a hash of the key and cannot show the key again. A workspace can have ${apiKeysMax} keys; another one returns 422. Expired keys count until they are revoked. In each hour (UTC), ${apiKeysMax} keys can be created, also if they are revoked immediately; another one returns 429 until the next hour. A key with an expiry can only create keys that expire at the same time or earlier.`,
  'api-keys.list':
    'Sorted from newest to oldest, without revoked keys. The keys themselves are not returned.',
  'api-keys.revoke':
    'Requests with the key are rejected from the next one on. A key can revoke itself. Keys that it created stay valid, so a client can rotate its own key: create a new one, then revoke the old one. If a key has leaked, send `?createdKeys=revoke&createdWebhooks=disable`: this also revokes all keys that were created with it, directly or through other keys, and disables the webhooks of all these keys. If they are too many for one transaction, the created keys and webhooks end first: after an error, repeat the request.',
  'audit-log.list':
    'Each successful change has one entry, which is committed in the same transaction. Replays of an Idempotency-Key, and requests that change nothing, have none. A change that continues in the background, such as an import, has one entry for its request. With filters other than the period, a page can have fewer entries than `limit`, or none: read until `nextCursor` is `null`. Entries at exactly `after` or `before` are not returned. Entries are kept as long as the workspace.',
  'auth.accept-invitation':
    'Creates the user with the address and the role of the invitation, and opens a session. Only the email has the token, so it proves that the address belongs to the person. A token works once and expires after 7 days. It also ends when the owner who created it is removed or gets another role, or when the API key that created it is revoked. The response is the same for all tokens that do not work. An address that belongs to a user already, also in another workspace, returns 422. Each source address can send ten requests per minute.',
  'auth.change-password':
    'This session and this browser stay logged in; all other sessions end, and reset tokens become invalid. A wrong current password returns 422 and counts as a failed login, so five failures within 15 minutes lead to 429.',
  'auth.end-other-sessions': 'Effective from the next request of each session.',
  'auth.end-session':
    'Effective from the next request of the session. You can end the session of the request itself.',
  'auth.list-sessions':
    'A user has at most ten open sessions. A session that is used while you read the pages moves to the front of the list and can be missing from later pages.',
  'auth.reset-password':
    'Ends all sessions of the user. Log in with the new password afterwards. A token works once and expires after 24 hours; a newer token replaces it. The response is the same for an unknown, used, replaced or expired token. Each source address can send ten requests per minute. An owner starts a reset, or the operator creates a token.',
  'auth.login':
    'The response does not reveal whether a user with this address exists. After five failed logins for an email address within 15 minutes, a client gets 429 until the 15 minutes end. A client is a browser that has logged in as this user before, or a network: an IPv4 address or an IPv6 /64. A login also sets the cookie `__Host-outreach_device`, which identifies the browser for one year. It is not a credential, and changing the password invalidates it. All clients without this cookie share 100 failures per hour for an email address. During an attack from many networks, you can therefore log in only from a browser that you have used before. Each source address can send ten requests per minute.',
  'auth.logout': 'Ends this session immediately. Other sessions of the user stay open.',
  'auth.session': 'Like every request, this extends the session to 7 days from now.',
  'blocklist.create':
    'Returns 201 with a new entry, or 200 with the existing entry for this value, which is not changed.',
  'blocklist.delete':
    'Contacts that the entry suppressed become `active` again, unless another entry covers them. This takes effect immediately for an address and within seconds for a domain.',
  'blocklist.import':
    'Adds each row as `POST /blocklist` adds one value, with the reason `import`. Returns 200 when the import is complete. Returns 202 if a file of more than 1,000 values continues in the background: poll `GET /contacts/imports/{id}`, the URL in `Location`, until `status` is not `running`. In the report, `created` counts new entries and `skipped` values that were already on the list; `email` of an error is the cell that was read. See [Importing a list](#importing-a-list).',
  'campaigns.choose-winner':
    'All emails of the step that are prepared from now on use this variant; emails in flight keep theirs. Contacts that received another variant of the step keep their thread. You can choose a winner in every status of the campaign, also in addition to a `winnerRule`. With `variantId: null`, the winner is removed, the variants are drawn by their weights again, and the `winnerRule` of the step becomes `null`, so that it does not choose again. Choosing the present winner changes nothing.',
  'campaigns.create':
    'The campaign is created as a `draft`. You can add steps, accounts and contacts later. Contacts of the request are enrolled within seconds; `enrolment` in the response counts them. A draft does not prevent its contacts from being enrolled in other campaigns.',
  'campaigns.delete':
    'No further email is sent after the response. Deleting an `active` campaign emits `campaign.paused` with the reason `deleted`. The activity is kept. Within seconds, other campaigns can enrol its contacts.',
  'campaigns.list': 'Campaigns are returned without their steps; `stepCount` has their number.',
  'campaigns.list-recipients':
    'The contacts that are or were in the campaign, newest contact first. Each one has its progress, the reason why its next email was not sent yet, and its last event. If `waitingFor` is `slot`, `sendingStatus` of the campaign has the details. With filters, a page can have fewer recipients than `limit` and still have a next page.',
  'campaigns.pause':
    'No further email is sent, except emails that are already in flight. Replies, bounces and unsubscribes are still processed. Pausing a paused campaign changes nothing. Pausing a draft or a completed campaign returns 422. The contacts stay in the campaign, even if its `endAt` passes while it is paused.',
  'campaigns.preview':
    'Composes one email by the code that sends it, and sends nothing. For a contact of the campaign, the preview is the message as it will be sent, with the same variant, choices in the texts, and thread. Only its `Date`, its Message-IDs and its links differ: they belong to no contact, so visits are not recorded and the unsubscribe link has no effect. With `steps`, you preview steps that are not saved. A merge field without a value appears as it is written, and `warnings` lists it; such an email is not sent.',
  'campaigns.start':
    'The first emails are scheduled within a minute. Starting an active campaign changes nothing. If a requirement is not met, such as a step, an account or a contact, the 422 lists all missing requirements. A completed campaign first needs contacts or `continuous`; its other requirements are listed after that. With `{"dryRun": true}` nothing changes, and the response is a SendingPlan instead of the campaign. After a pause, the accounts send at their full rate immediately. If the campaign was paused because of bounces, only emails and bounces from the start on count towards `bouncePauseThreshold`. If `allowParallel` is false and a contact is in a campaign that started earlier, its sequence in this campaign stops when its first email is due, with the reason `active_elsewhere`.',
  'campaigns.stats':
    'Counts belong to the day of the event, in the time zone that the workspace has then: an open counts on the day of the open, not on the day of the email. Each event is counted once, for the step, the variant and the account of its email. The counts are updated within seconds. Unique opens and clicks are the numbers of emails with at least one open or click. Each rate is the share of sent emails, with a Wilson confidence interval of 95 %. With `groupBy=variant`, `bestProbability` compares the variants of a step. Bot events are not counted.',
  'campaigns.test':
    'Sends the email that the preview shows to a user of your workspace, from the email account, with `[Test]` before the subject. Its links belong to no contact: opens, clicks, replies, bounces and unsubscribes are not recorded. It counts as an email of the account’s day, but its daily limit does not delay it. A workspace can send 200 test emails per UTC day, 50 of them to one address. An address that is on the blocklist itself returns 422; entries of domains do not apply to your users. The response is 200 even if the mail server rejected the email: check `isAccepted`. A request takes up to 20 seconds. A repeat with the same Idempotency-Key returns the same result and sends nothing.',
  'campaigns.update':
    'Texts, limits, schedule, flags, accounts and contacts can change at any time. While the campaign is active, you can add steps only at the end, and cannot remove or reorder steps or change their `delay` and `thread`: pause the campaign first. Recipients receive an added step if their sequence has not ended; use `continue` for the others. A request that changes no value writes nothing. If the `audience` of an active campaign changes, matching contacts are enrolled; contacts that no longer match stay. If the steps change, recipients that are `paused` because of a missing value are resumed. An `endAt` in the past ends an active campaign within seconds: the response still has the status `active`.',
  'campaigns.update-recipients': `
All recipients of a request change in one transaction. A recipient that the action cannot be applied to is \`refused\` with a reason and does not affect the others. A recipient that already has the resulting state is \`unchanged\`, so you can repeat a request.

- \`retry\`: a \`failed\` or \`bounced\` sequence tries the failed step again, now.
- \`resume\`: a \`paused\` sequence is tried again. It pauses again if the text still lacks a value.
- \`skip\`: the step \`stepId\` is not sent, and the delay of the following step starts now. After the last step, the sequence is completed.
- \`remove\`: the sequence stops. A contact that was never enrolled is then a recipient with the reason \`excluded\`: no \`audience\` enrols it, and no counter of the campaign includes it.
- \`continue\`: an ended sequence continues in its thread with the step \`stepId\`, now, if that step was not sent.
- \`restart\`: a new sequence starts in a new thread and can send steps again: from the first step, or from \`stepId\`, now.
- \`resolve\`: you state with \`outcome\` whether the email of the step \`stepId\` with an unknown outcome was sent. After \`sent\`, the sequence continues with the following step. After \`not_sent\`, the step is sent again. Check the Sent folder of the account first: an unknown outcome is never sent again without this decision, because the recipient may have received it. A failed sequence with the reason \`delivery_unknown\` can be resolved too.

A \`paused\` or \`completed\` campaign does not send: start it to send to recipients that wait. \`retry\`, \`continue\` and \`restart\` require an \`active\` contact that is in no other started campaign, unless the campaign has \`allowParallel\`.
`.trim(),
  'companies.create':
    'A domain that belongs to another company returns 422 with the id of that company in `existingId`.',
  'companies.upsert':
    'Updates the company with the `externalId` of the request, otherwise the company with its `domain`, and returns 200. If neither exists, creates it and returns 201. A repeated request changes nothing. If the `externalId` and the `domain` belong to two companies, the response is 422.',
  'companies.update':
    'A domain that belongs to another company returns 422 with the id of that company in `existingId`. If a field that is available as a merge field changes, recipients at the company that are `paused` because of a missing value are resumed within seconds. A recipient that still lacks a value is paused again.',
  'connect.begin':
    'Open this URL in a browser; do not fetch it. It redirects to the page where the owner of a Google or Microsoft mailbox logs in and grants access. The same user must finish the authorization within ten minutes, and can do so once. Returns 404 if the operator has not registered the service with that provider.',
  'connect.finish':
    'The provider redirects the browser here after the mailbox owner has answered. The service exchanges the code for tokens, logs in to the mail servers with them, and connects the mailbox under the address that the provider reports. If the address is already connected, its account gets the new credentials, even if it used a password before; if its servers change, only an owner can connect it. Every response is an HTML page. Opening the URL again changes nothing.',
  'connect.providers': 'Other providers need a password: `POST /connect/smtp`.',
  'connect.smtp':
    'The service logs in to both servers and stores the account only if both logins succeed. An error names the field at fault. If you omit a server, the service uses the server of the existing account. For a new account, it detects the server from the provider, from SRV records of the domain that point to its own hosts, or from common host names. With `imap: null`, replies are not read. Returns 201 with a new account. Returns 200 if the address is already connected: the account keeps its id, its counters and omitted fields, gets the new credentials, and becomes `connected` unless you paused it. A new password for the same servers and user names proves the mailbox. Other servers or user names need an owner, or the user who connected the mailbox with its stored password as `currentPassword`; otherwise the request returns 403, or 422 for a wrong password. A request takes up to 25 seconds. A user has 20 attempts within 15 minutes. Google and Microsoft do not accept ordinary passwords. The owners get an email when servers or user names of a mailbox are exchanged, at most once a day.',
  'contact-views.delete': 'The contacts of the view are not changed.',
  'snippets.create': 'A workspace can have 100 snippets; a further request returns 422.',
  'snippets.update': 'Emails and answers that have the earlier text are not changed.',
  'snippets.delete': 'Emails and answers that have its text are not changed.',
  'contact-views.create': 'A workspace can have 50 views; a further request returns 422.',
  'contacts.count':
    'Counts the contacts that `GET /contacts` lists with the same filters, or the contacts of an `audience`. A request reads at most 10,000 contacts: if `isExact` is false, at least `count` contacts match. The numbers of all contacts and of a `status` are exact also above this limit, and then follow a change within seconds.',
  'contacts.create':
    'An address that belongs to another contact returns 422 with the id of that contact in `existingId`. You can create a contact with a suppressed address: it is then not `active`, and `contact.blocklisted` follows `contact.created`.',
  'contacts.delete':
    'Stops all sequences of the contact. Its activity is kept under its id. Its address stays suppressed if it was, including for a later contact with this address.',
  'contacts.import':
    'Each row becomes one contact. Only an address is required; unknown columns become custom fields. A row without an address does not affect other rows, and the report lists the result. Returns 200 when the import is complete. Returns 202 if a file of more than 1,000 contacts continues in the background: poll `GET /contacts/imports/{id}`, the URL in `Location`, until `status` is not `running`. Send the file as the body, in a form or in JSON. See [Importing a file](#importing-a-file) and [Sending a file](#sending-a-file).',
  'contacts.get-import':
    'While the import is `running`, `total` and the other counts grow by up to 500 rows at a time, until `total` equals `rowsInFile`. Reports are kept for 30 days, including reports of imports of up to 1,000 contacts, which the import request itself returns. For the same time, `GET /contacts?importId=` lists the contacts of the import.',
  'bulk-jobs.create':
    'Returns 202 immediately. Poll `GET /bulk-jobs/{id}`, the URL in `Location`, until `endedAt` is set. Contacts that are changed emit the same events as a single request. See [Bulk jobs](#bulk-jobs).',
  'bulk-jobs.list': 'Bulk jobs are listed for 30 days.',
  'bulk-jobs.get':
    'The counts grow in parts of 100 contacts until `processed` equals `contacts`. Bulk jobs are kept for 30 days.',
  'bulk-jobs.list-items':
    'The items are in the order of the selection and kept for 30 days. Read them after the job has ended: while it runs, parts are processed in parallel, and earlier pages can still grow.',
  'bulk-jobs.cancel':
    'Contacts in progress are still changed, and the others are reported as `skipped` with the reason `cancelled`. Changes are not undone. The job is `cancelling` until a worker has reported all contacts, then `cancelled`. Returns 422 if the job has ended.',
  'contacts.list-campaigns':
    'The campaigns that the contact is or was in, newest campaign first, each with the progress of the contact. Deleted campaigns are omitted.',
  'contacts.upsert':
    'Updates the contact with the `externalId` of the request, otherwise the contact with its address, and returns 200. If neither exists, creates it and returns 201. It has the rules, limits and events of `PATCH /contacts/{id}` and `POST /contacts`. With `campaignIds`, an existing contact is enrolled as by `addCampaignIds`. A repeated request changes nothing. If the `externalId` and the address belong to two contacts, the response is 422.',
  'contacts.update':
    'An address that belongs to another contact returns 422, and so does a new address while a campaign is sending to the contact. Suppression belongs to addresses: with a new address, the contact gets the status of that address. `contact.updated` lists the changed fields. A request that changes no value emits no event.',
  'dashboard.stats':
    'A period counts the events that occurred in it: a reply counts on the day of the reply, not on the day of the email. Rates never exceed 1. Events are counted within seconds. While the service aggregates a past day, a response can be inexact for that day; a later request is exact.',
  'email-accounts.disconnect':
    'The account keeps its id, has the status `disconnected` and can still be read. Its password and its tokens are deleted. The permission that its owner gave at Google or Microsoft stays until the owner withdraws it there. Disconnecting it again changes nothing.',
  'email-accounts.update':
    'Credentials cannot be changed here. To change them, connect the address again with `POST /connect/smtp` or `GET /connect/{provider}`. An API key with an expiry gets 403 for `replyTo` and `trackingDomain`, because the change would outlive it.',
  'erasures.create':
    'Deletes the contact immediately and erases its personal data in the background, within about 15 minutes, two contacts at a time. Activity stays under its id without addresses, texts and links: erased texts are empty, and other erased values are `null`. Statistics stay. Deliveries to webhooks are deleted and not sent. Rows of the address are removed from imports. `email` becomes `null` in the `errors` of all imports of the workspace, because a failed row can have any text about the contact. All exports of the workspace fail with the reason `contact_erased`, and their files are deleted. `search`, `email` and `customFieldValue` are removed from the filters of exports and ended bulk jobs; `fields` and `tags` are removed from bulk jobs that changed one contact. If the address was suppressed, only a keyed digest of it is kept, so that a later contact with this address is created suppressed. A deleted contact can be erased too. A repeated request returns the first erasure. An erasure never fails: after a fault it continues until it is completed, and an alarm notifies the operators. Responses that are stored for an Idempotency-Key are encrypted with it and expire within 24 hours. Companies, and texts that you wrote yourself, such as campaigns, are not changed.',
  'erasures.get':
    'While it is `running`, data can still be stored. The contact itself returns 404 from the request on. An erasure continues until imports that were running at the time of the request have ended. Such an import does not use rows with an address of the contact: its report lists them as failed. Only a later request can create a contact with the address.',
  'exports.create':
    'Returns 202 immediately. Poll `GET /exports/{id}`, the URL in `Location`, until `endedAt` is set. A workspace can have 2 unfinished exports; a further request returns 422. See [Exports](#exports).',
  'exports.list':
    'Exports are listed for 30 days, without the URLs of their files. To download a file, get its export.',
  'exports.get':
    'While the export is `running`, `rows` and `bytes` grow every 10 seconds. When it is `completed`, `downloadUrl` is a new URL with each request. The URL is valid for 10 minutes after the response, without an `Authorization` header: any holder of it can download the file.',
  'exports.delete':
    'Stops the export if it is unfinished. The export returns 404 from now on, and its file is deleted within seconds. A URL of the file is then invalid. A running export counts as unfinished until its worker has stopped, within seconds.',
  'health.get': 'Checks that the API responds. It does not check the database or other dependencies.',
  'users.create-password-reset':
    'Sends the user an email with a link to a page that sets a new password. No response has its token. `POST /auth/reset-password` takes it, also from other clients. The limits of invitations apply. It replaces an earlier token of the user. The token ends when the owner who created it is removed or gets another role, when the user ends all other sessions, and with `DELETE /users/{id}/password-reset`. `passwordReset` of the user shows the open token. For your own user the operation returns 422: use `POST /auth/password`, which asks for the current password. The password and the sessions stay valid until the token is used.',
  'users.delete-invitation': 'An accepted or expired invitation returns 404.',
  'users.delete-password-reset':
    'An email with the token that waits for a worker is not sent. Returns 404 if `passwordReset` of the user is `null`.',
  'users.invite':
    'Sends an email with a link to a page that accepts the invitation. No response has its token, so a user is created only after the address was proved. `POST /auth/accept-invitation` takes the token once and within 7 days, also from other clients. The email leaves from a mailbox of the operator; `invitationEmail` in the list shows its outcome. Without a connected mailbox of the operator the request returns 422. A workspace can send 50 emails with tokens per UTC day, 3 of them to one address; all workspaces together can send 500. An address that is on the blocklist itself gets none: that returns 422. An address of a user of your workspace returns 422. A workspace can have 100 open invitations.',
  'users.list':
    'Sorted from newest to oldest. A new user appears within seconds. Owners and API keys see the open `passwordReset` of each user.',
  'users.list-invitations':
    'Sorted from newest to oldest, without accepted and expired invitations. An invitation is also omitted if it can no longer be accepted: its creator was removed or got another role, or the API key was revoked.',
  'users.remove':
    'All sessions of the user end immediately. API keys and webhooks that the user created stay; both show `createdBy`. With `?createdKeys=revoke&createdWebhooks=disable`, the keys are revoked, with all keys that were created with them, and the webhooks of the user and of these keys are disabled. If they are too many for one transaction, they end before the user is removed: after an error, repeat the request. Changes that the user requested continue, and answers that wait are sent; the table in [Roles](#roles) states where you find them and how you end them. The last owner cannot be removed.',
  'users.update':
    'A new role applies from the next request of the user. The last owner cannot get another role. A request that changes no value writes nothing.',
  'workspaces.update':
    'Emails that are sent from now on have the new postal address. Events from a minute later on are counted by the days of the new time zone. A request that changes no value writes nothing.',
  'replies.answer':
    'Queues an answer to the sender of the reply and returns 202; it is sent about five seconds later, and can be cancelled until then. It comes from the account of the answered email, in the same thread, with `Re:` before the subject and with the signature of the account. It has no tracking and no unsubscribe link. The answer is sent at most once: if the service does not learn whether the mail server accepted it, the status in the thread becomes `outcome_unknown`, and the service does not send it again. Check the Sent folder, then resolve the outcome with `POST /replies/{id}/answers/{answerId}/resolve`. About a minute after an answer was sent, the service stores it in the Sent folder of the account over IMAP, unless the mail server has done so. An account without `imap` gets no copy. If the folder cannot be opened in three attempts within half an hour, no copy is stored. An answer counts as an email of the account’s day, but neither `dailyLimit` nor the gap between emails delays it; a pause after an error of the mail server does. The account must be `connected` or `paused`. You can answer contacts that have unsubscribed, but not addresses on the blocklist: that returns 422. A workspace can send 1,000 answers per UTC day, 20 of them to one address. No event is emitted, and a rejected answer suppresses no address.',
  'replies.get-thread':
    'The latest emails, replies and answers of the execution that the reply belongs to. The cost does not depend on the length of the thread.',
  'replies.list':
    'The replies that the inbox sync has detected, including automatic ones. With several filters, a page can have fewer replies than `limit` and still have a next page. A reply stays readable after its contact, campaign or account was deleted.',
  'replies.count-unread':
    'Snoozed replies count when they have returned. The cost does not depend on the number of replies.',
  'replies.resolve-answer':
    'You state with `outcome` whether an answer with the status `outcome_unknown` was sent. After `sent`, its status is `sent`. After `not_sent`, the answer is `queued` and sent again. Check the Sent folder of the account first: an unknown outcome is never sent again without this decision, because the recipient may have received it. If the service finds the answer in the Sent folder, it records it as `sent` itself. `cancelled` ends an answer that is still `queued`: it becomes `failed` with the error `cancelled`. Repeating a decision changes nothing. An answer with another status returns 422.',
  'replies.update':
    'Labels are texts of your choice, at most 10, with lower-case letters, digits, hyphens and underscores. Common ones are `interested`, `not_interested`, `meeting_booked`, `wrong_person`, `out_of_office` and `unsubscribe_request`. A label has no other effect: `unsubscribe_request` does not unsubscribe the contact. A reply that is done leaves the open replies, and a snoozed reply becomes unread at its time. A request that changes no value writes nothing. No event is emitted. The response has no texts of the reply.',
  'webhooks.create': `The URL must use https on port 443 or 8443, have no user name or password, and must not name a private address. Any other URL returns 422, and so does the 51st webhook of a workspace. In each day (UTC), ${createdPerDayMax} webhooks can be created, also if they are deleted; another one returns 429. Only a local stack for development also accepts \`http\` and its loopback addresses. The name of the host is resolved at each delivery: if it does not resolve, or resolves to a private address, the delivery fails. An API key with an expiry gets 403, because the webhook would outlive it. Check a new webhook with \`POST /webhooks/{id}/test\`.`,
  'webhooks.delete':
    'No further event is sent to the webhook. Pending and held deliveries are discarded. Its deliveries can no longer be read.',
  'webhooks.enable':
    'The webhook becomes `healthy`, its failure count becomes 0, and new events are sent immediately. With `{"replay": "held"}`, held deliveries are also sent, oldest first. Otherwise they stay held until you request them or they are 7 days old. A webhook that is already `healthy` stays so. See [When an endpoint does not answer](#when-an-endpoint-does-not-answer).',
  'webhooks.list-deliveries':
    'Returns the status of each event for this webhook, with all requests that were sent and the beginning of each response. Deliveries are kept for 30 days from the event. A delivery appears when its first attempt has a result, or when its status becomes `held`. With a filter, a page can have fewer deliveries than `limit` and still have a next page.',
  'webhooks.replay': `Sends the subscribed events of a period again, with their original ids and bodies, and with all five attempts. Events that are \`pending\` are left as they are. The service reads about 100 events per second and respects the limits of the endpoint: while the webhook is \`failing\`, deliveries are held until it recovers. An event is sent at most once per replay. Only one replay of a webhook runs at a time; \`replay\` of the webhook shows its progress. A workspace starts at most ${replaysPerDayMax} replays per UTC day; further ones return 429. A \`disabled\` webhook returns 422: enable it first. If the webhook is disabled during the replay, enabling it with \`{"replay": "held"}\` continues the replay; enabling it without \`replay\` ends the replay.`,
  'webhooks.resend':
    'Requests one more attempt, regardless of the status of the delivery. This also works while the webhook is `failing`. The attempt starts within seconds, has the same id and body, and is listed with `"trigger": "resend"`. If it succeeds, the delivery becomes `delivered` and is not attempted again. If it fails, the delivery does not change. The result does not count as a success or failure of the webhook. A delivery can be resent 20 times. A `disabled` webhook returns 422: enable it first.',
  'webhooks.revoke-previous':
    'Use this if a previous secret has leaked. After the response, only the current secret is valid. A delivery in flight may still carry a signature with a previous one. Without a grace period, this changes nothing. See [Changing the secret](#changing-the-secret).',
  'webhooks.rotate-secret':
    'The replaced secret stays valid during the grace period, so that a rotation needs no downtime. Secrets of earlier rotations keep their own times. A webhook has at most 10 valid secrets. An API key with an expiry gets 403, because the secret would outlive it. See [Changing the secret](#changing-the-secret).',
  'webhooks.test':
    'Sends a signed `webhook.test` event immediately and waits up to 10 seconds for the response of your endpoint. If the endpoint rejects the first signature while other secrets are valid, the service sends a request for each; all together take at most 12 seconds. This works in every status and does not count as a success or failure of the webhook. The response is 200 even if the endpoint failed: check `isDelivered`. A repeat with the same Idempotency-Key returns the same result and sends nothing.',
  'webhooks.update':
    'The URL must meet the rules for new webhooks. Pending attempts, also for earlier events, use the new URL. New `events`, `filters` and `include` apply to events from now on. Members of `filters` that the request omits keep their values. The status, the counters and the secret do not change. An API key with an expiry gets 403 for `url`, `events` and `include`, because the change would outlive it. A request that changes no value writes nothing.',
  'tracking.click':
    'The destination is part of the signed token, so a link cannot redirect elsewhere. Returns 404 on a host that is neither the service nor a verified tracking domain of the workspace, and after the campaign was deleted. Redirects even if the click cannot be recorded.',
  'tracking.open':
    'Returns the same 1×1 image for every token. An open is recorded only if the token is valid.',
  'tracking.unsubscribe':
    'Called by the button of the page that `GET /u/{token}` returns, and by mail programs that post `List-Unsubscribe=One-Click` as a form (RFC 8058). Suppresses only the address that the message was sent to: if the contact has a different address now, the contact stays `active`. Works on every host of the service and without cookies. A body of more than 8,192 bytes is ignored, and the request still unsubscribes. Repeating the request changes nothing.',
  'tracking.unsubscribe-page':
    'Returns a page with a button that unsubscribes the recipient. Opening the page changes nothing.',
};
