const byDns = '`null` while name servers could not be asked';

/** Email accounts, webhooks, API keys and sessions. */
export const accountTexts: Readonly<Record<string, string>> = {
  'EmailAccount.email': 'The address that it sends from. Set when it is connected.',
  'EmailAccount.status':
    '`connected`: it sends. `paused`: by you. `error`: its server refuses it, see `statusReason`. `disconnected`: its credentials are destroyed. A PATCH may set `connected` and `paused`, but only reconnecting helps an account in `error` or `disconnected`.',
  'EmailAccount.provider': 'Whose mailbox it is. Set when it is connected.',
  'EmailAccount.fromName': 'Name that recipients see beside the address; `null` for none.',
  'EmailAccount.replyTo': 'Address that replies go to; `null` for the account itself.',
  'EmailAccount.signatureHtml':
    'Put below its mails; `null` for none. Cleaned of everything that is not plain formatting, after which it has at most 20,480 bytes.',
  'EmailAccount.statusReason':
    'Why it does not send; `null` when nothing is wrong. A `connected` account that has one pauses until `nextSendAt` and goes on by itself: the reason goes with the next mail that its server takes, or when you pause it and set `connected` again. Set by the service.',
  'statusReason.code':
    'For programs. In `error`: `auth_failed`, or `sender_refused` for its address. In `connected`: `rate_limited` for an hour and ever longer, `quota_reached` until its next day, `unreachable` for five minutes and ever longer, `limit_exceeded` for an hour and ever longer when its server sends more than one session may receive, `inbox_unreachable` while its inbox cannot be read and `inbox_limit_exceeded` while its server sends too much: with these two only follow-ups wait.',
  'statusReason.message': 'The same, for people, with the moment at which it goes on.',
  'statusReason.smtpCode': 'What the mail server answered; `null` when it said nothing.',
  'statusReason.occurredAt': 'When that was.',
  'EmailAccount.messagesSetAside':
    'How many messages of its inbox had no effect because they could not be processed after three tries. Read them in the mailbox. Set by the service.',
  'EmailAccount.lastMessageSetAside': 'The latest of these; `null` when there is none. Set by the service.',
  'lastMessageSetAside.code':
    'For programs. `message_unprocessable`: processing it failed. `message_unfinished`: the reader stopped while it read the message.',
  'lastMessageSetAside.message': 'The same, for people.',
  'lastMessageSetAside.uid': 'Number (IMAP UID) of the message in the inbox.',
  'lastMessageSetAside.messageIdHash':
    'SHA-256 of its `Message-ID`, in base64url; `null` when its header was not read or has none.',
  'lastMessageSetAside.occurredAt': 'When it was set aside.',
  'EmailAccount.smtp':
    'The server that it sends through. Set when it is connected; the password is never shown.',
  'EmailAccount.imap': 'The server that its replies are read from; `null` when they are not read.',
  'MailServer.host': 'Name of the server.',
  'MailServer.port': 'TCP port.',
  'MailServer.secure':
    'Whether TLS is spoken from the first byte; otherwise STARTTLS must succeed before it logs in. On ports 465 and 993 it always is.',
  'MailServer.username': 'Name that it logs in with.',
  'EmailAccount.dailyLimit':
    'Mails on one day of its `timezone`, follow-ups included. 0 sends nothing. A new account has 50.',
  'EmailAccount.minGapSeconds':
    'Shortest pause between two mails, in seconds; not more than `maxGapSeconds`. A new account has 120.',
  'EmailAccount.maxGapSeconds':
    'Longest pause that is drawn by chance between two mails, in seconds. A new account has 600.',
  'EmailAccount.rampUp':
    'How a new mailbox earns its reputation: on its first day of sending it sends `startPerDay` mails, on each further one `increment` more, up to `dailyLimit`. A new account has 10 and 5, enabled. In a PATCH, fields that are absent keep their value.',
  'RampUp.enabled': 'Whether it holds; otherwise only `dailyLimit` does.',
  'RampUp.startPerDay': 'Mails on the first day of sending.',
  'RampUp.increment': 'More mails on each further day of sending.',
  'EmailAccount.timezone':
    'IANA name of the zone whose days its limits are counted by, such as `Europe/Oslo`. Where another zone is still at yesterday, the day that has begun goes on. A new account has `UTC`.',
  'EmailAccount.trackingDomain':
    'A domain of yours that tracked links name instead of ours: a public name, in lower case; `null` for ours. It belongs to one workspace: 422 while it is verified for another one. Several accounts of a workspace may share it. Links in messages that were sent work until another workspace has verified the domain. Disconnecting the account gives it up; reconnecting has it checked again.',
  'EmailAccount.trackingDomainToken':
    'The text of the TXT record at `_outreach.` and your domain that lets this workspace use it. Without the record the domain is not verified. `null` without a domain. Set by the service.',
  'EmailAccount.trackingDomainStatus':
    'Whether that domain leads to this service, by https, and its TXT record has `trackingDomainToken`: `pending` until it was tried, within about a minute; then `verified`, which is checked once a day, or `failed`, which is tried again each hour. `failed` also says that the domain is verified for another workspace. Mails name the domain while it is `verified`, and our own address otherwise. `null` without a domain. Set by the service.',
  'EmailAccount.health':
    'How trustworthy the account looks to others: what the DNS says of its domain, and what came back of its mails. Looked at within about a minute after it is connected, then once a day, and each hour while name servers could not be asked; not while it is `disconnected` or in `error`. `null` before it was first looked at. Set by the service.',
  'AccountHealth.score':
    '0 to 100, more is better: 25 for `spf`, 20 for `dkim` and 15 for `dmarc` that `pass`, 10 for `dkim` that is `missing`, and 40 for mails that arrive, of which each percent that bounced in 7 days takes 4. Less than 20 mails count as 20. `null` while one of the three is.',
  'AccountHealth.bounceRate7d':
    'Share of hard bounces in the mails of the last 7 days, 0 to 1; `null` when none was sent.',
  'AccountHealth.sent7d': 'Mails of the 7 days before `checkedAt`; `null` when they were not counted.',
  'AccountHealth.spf': `Whether the SPF record of its domain allows its server (RFC 7208). \`pass\`: it allows one of the server's addresses, or names a record of the provider that the server belongs to. \`fail\`: it does not, is malformed, or there are two. \`missing\`: there is none; ${byDns}.`,
  'AccountHealth.dkim': `Whether its domain has a DKIM key (RFC 6376). \`pass\`: it has, under one of the names that are usual. \`fail\`: what is there is revoked or malformed. \`missing\`: none was found, though there may be one under another name; ${byDns}.`,
  'AccountHealth.dmarc': `Whether its domain, or else its organisation's, has a DMARC policy (RFC 7489). \`pass\`: it has. \`fail\`: it is malformed, or there are two. \`missing\`: there is none; ${byDns}.`,
  'AccountHealth.checkedAt': 'When it was last looked at; `null` if never.',
  'EmailAccount.lastSyncAt':
    'When its mailbox was last read for replies; `null` if never. Set by the service.',
  'EmailAccount.sentToday': 'Mails of this day in its `timezone`. Set by the service.',
  'EmailAccount.remainingToday':
    'Mails that it may still send on this day, by `dailyLimit` and `rampUp`. Set by the service.',
  'EmailAccount.nextSendAt':
    'From when on the next mail may leave, which may be past; `null` while none may. Set by the service.',

  'connect begin query.email':
    'Whose mailbox it is to be: the provider suggests it. The owner may choose another.',
  'connect begin path.provider': 'Whose mailboxes.',
  'connect finish path.provider': 'Who leads the browser back.',
  'connect finish query.state': 'Which attempt this ends.',
  'connect finish query.code': 'What the provider gives tokens for.',
  'connect finish query.error': 'Why there is no code. Whatever else a provider sends along is passed over.',
  'EmailAccountByPassword.email':
    'The address that is to send. At most one account of a workspace has it, in whatever case.',
  'EmailAccountByPassword.password':
    'Of the mailbox, for sending and reading. Where the provider has app passwords it is one of those. Shown to nobody, and destroyed with the connection.',
  'EmailAccountByPassword.imapPassword': 'Where the inbox takes another password.',
  'EmailAccountByPassword.smtp': 'The server to send through, as far as it is known to you.',
  'EmailAccountByPassword.imap':
    'The server to read replies and bounces from, as far as it is known to you; `null` when they are not to be read.',
  'MailServerHints.host': 'Name of a public server. Left out, it is that of the account or is looked for.',
  'MailServerHints.port':
    '465, 587 or 2525 to send, 993 or 143 to read. Left out, it follows from `secure`, and is else 587 and 993.',
  'MailServerHints.secure':
    'Whether TLS is spoken from the first byte; otherwise STARTTLS must succeed. Left out, it follows from the port.',
  'MailServerHints.username': 'Name to log in with. Left out, it is the address.',

  'Webhook.url': 'Where events are sent: https, and a public address, on port 443 or 8443.',
  'Webhook.events': 'The kinds of events that it gets; `["*"]` for all, also for kinds that come later.',
  'Webhook.description': 'For your own notes; `null` for none.',
  'Webhook.status':
    '`healthy`, `failing` after 5 failed attempts in a row: then one attempt is made in a minute; `disabled` after 20: then none is made until you enable it. A success makes a failing one healthy. Set by the service.',
  'Webhook.consecutiveFailures': 'Failed attempts since the last success. Set by the service.',
  'Webhook.lastSuccessAt':
    'When a delivery last succeeded, up to a minute behind; `null` if never. Set by the service.',
  'Webhook.lastFailureAt': 'When an attempt last failed; `null` if never. Set by the service.',
  'Webhook.lastError': 'What the last failure was; `null` if there was none. Set by the service.',
  'lastError.code':
    'For programs: `dns`, `blocked_address`, `connect`, `tls`, `timeout`, `reset`, `too_large`, or `http_` and the status. More may come.',
  'lastError.statusCode': 'The status that your endpoint answered; `null` when it did not answer.',
  'Webhook.disabledAt': 'When it was disabled; `null` unless it is. Set by the service.',
  'Webhook.secretRotation':
    'The secret before the current one, while it is still valid; `null` otherwise. Set by the service.',
  'secretRotation.previousExpiresAt': 'Until then, to the millisecond, both secrets are valid.',
  'secretRotation.lastAcceptedSecret':
    'Which of the two signs deliveries: the one that your endpoint last accepted, and after a rotation `previous`.',
  'Webhook.nextAttemptAt':
    'After a failure: when the next attempt is made. While the webhook is `failing` that is one attempt a minute, before that the earliest retry. `null` after a success, while the webhook is `disabled`, and once the time has passed. Set by the service.',
  'Enabling.replay':
    'What becomes of the deliveries that are held: `held` sends them, oldest first, `none` leaves them held.',
  'Delivery.id': 'An event has one delivery to a webhook, however often it is attempted.',
  'Delivery.webhookId': 'The webhook.',
  'Delivery.eventId': 'The event: `X-Webhook-Id` of every attempt, and its id in `GET /activity`.',
  'Delivery.event': 'The kind of the event.',
  'Delivery.status':
    '`pending` waits for its next attempt, `delivered` was accepted, `exhausted` was attempted five times in vain, `held` waits until the endpoint answers again or is enabled.',
  'Delivery.nextAttemptAt': 'When the next attempt is due; `null` unless `pending`.',
  'Delivery.attempts': 'The last ten, oldest first. One that has no outcome yet is not among them.',
  'Delivery.resends': 'How often you asked for one more attempt; 20 times at most.',
  'Delivery.createdAt': 'When the event happened.',
  'DeliveryAttempt.number':
    'As `X-Webhook-Attempt`: 1 to 5. One that you asked for has the number of the one before it.',
  'DeliveryAttempt.trigger': '`schedule` made it by itself, `resend` because you asked for it.',
  'DeliveryAttempt.startedAt': 'When its first request was sent.',
  requests:
    'One, or two where your endpoint may have refused the first for its signature while another secret was valid. The last decides.',
  'DeliveryRequest.signedWith':
    'Which secret made `X-Webhook-Signature`: the `current` or the `previous` one.',
  'DeliveryRequest.statusCode': 'The status that your endpoint answered; `null` when it did not answer.',
  'DeliveryRequest.error':
    'Why there is no answer: `dns`, `blocked_address` for one that is not public, `connect`, `tls`, `timeout` after 10 seconds, `reset`, or `too_large` headers; `null` when there is one.',
  'DeliveryRequest.durationMs': 'How long the request took, in milliseconds.',
  'DeliveryRequest.responseSnippet':
    "The beginning of the answer's body, 1 KB at most; empty where it is no plain text.",
  'WebhookTestEvent.data.webhookId': 'The webhook that is tried.',
  'TestResult.eventId': 'The `X-Webhook-Id` that was sent. It is in no list of activity.',
  'TestResult.isDelivered': 'Whether the endpoint answered 2xx.',
  'WebhookWithSecret.secret': '`whsec_` and base64. It signs deliveries, and is shown in this answer only.',
  'Rotation.gracePeriodSeconds':
    'How long the secret that is used now stays valid beside the new one, in seconds; 0 ends it at once.',

  'ApiKey.name': 'Tells you what the key is for. White space around it is dropped.',
  'ApiKey.scope': '`full-access` reads and writes; `read-only` calls GET endpoints only.',
  'ApiKey.prefix':
    'How every key begins, so that programs that look for leaked secrets know one. Set by the service.',
  'ApiKey.lastFour': 'How this key ends, so that you can tell it from others. Set by the service.',
  'ApiKey.expiresAt':
    'When it ceases to be valid: a moment in the future; `null` for never. A key that expires cannot create one that is valid for longer.',
  'ApiKey.lastUsedAt': 'When it was last used; `null` if never. Set by the service.',
  'ApiKey.createdBy':
    'The key or the user that created it, or `operator`. Of a key that was revoked since, the id stays. Set by the service.',
  'CreatedApiKey.key': 'The credential itself, shown in this answer only.',

  'Credentials.email': 'Address of the user, in whatever case.',
  'Credentials.password':
    'After five failures within 15 minutes from one browser or network, further attempts from it are 429.',
  'OpenSession.user': 'Who is logged in.',
  'OpenSession.workspaceId': 'The workspace that everything of the session belongs to.',
  'OpenSession.expiresAt':
    'When the session ends if no further request comes: 7 days after the last one, 30 after the login.',
  'User.email': 'Address that the user logs in with.',
  'User.name': 'As the user is called; `null` when nobody said.',
};
