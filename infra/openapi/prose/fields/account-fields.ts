const dnsFailureText = '`null`: the DNS lookup failed';
const openEnumText = 'More values may be added.';

/** Email accounts, API keys and sessions. */
export const accountTexts: Readonly<Record<string, string>> = {
  'EmailAccount.email': 'The sender address. Set when the account is connected.',
  'EmailAccount.status':
    '`connected`: the account can send. `paused`: you paused it; it sends no campaign emails, but its inbox is read, and answers and test emails are sent. `error`: the mail server rejects it, see `statusReason`. `disconnected`: its credentials are deleted. A PATCH can set `connected` and `paused`. An account in `error` or `disconnected` must be connected again.',
  'EmailAccount.provider': `Provider of the mailbox. Set when the account is connected. ${openEnumText}`,
  'EmailAccount.fromName': 'Display name of the sender. `null` if the account has no display name.',
  'EmailAccount.replyTo': 'Address for replies. `null` if replies go to the sender address.',
  'EmailAccount.signatureHtml':
    'Signature below the body. `null` if the account has no signature. HTML other than simple formatting is removed. The result must not exceed 20,480 bytes.',
  'EmailAccount.postalAddress':
    'Postal address of the sender, up to 300 characters in one or several lines. It is added below the signature of each email of a campaign, unless the email contains it, for example by the merge field `{{sender.postalAddress}}`. `null` if the account has none; then the address of the [workspace](#workspace) is used.',
  'EmailAccount.statusReason':
    'The reason why the account does not send. `null` if there is no problem. A `connected` account with a reason resumes automatically at `nextSendAt`. The reason is cleared when the mail server accepts the next email, or when you pause the account and set it to `connected` again. Read-only.',
  'statusReason.code': `Machine-readable code. With the status \`error\`: \`auth_failed\`. With \`connected\`, the account waits and tries again automatically, with growing pauses: \`unreachable\` from five minutes, \`quota_reached\` until the next day, and from one hour \`rate_limited\`, \`sender_refused\` if the server rejects the sender address, \`emails_rejected\` and \`emails_unconfirmed\` if it rejects emails to several recipients in a row or closes the connection after them, and \`limit_exceeded\` if it sends more data than a session accepts. \`emails_reported\`: delivery reports of several recipients reject the sender; the account pauses for a day. Only follow-ups wait with \`inbox_unreachable\` (the inbox cannot be read) and \`inbox_limit_exceeded\` (the inbox server sends too much data). ${openEnumText}`,
  'statusReason.message':
    'Human-readable message, with the words of the mail server and the time at which the account resumes.',
  'statusReason.smtpCode': 'SMTP reply code of the mail server. `null` if there was no reply.',
  'statusReason.occurredAt': 'Time of the problem.',
  'EmailAccount.messagesSetAside':
    'Number of incoming messages that were skipped because they could not be processed. Read them in the mailbox. Read-only.',
  'EmailAccount.lastMessageSetAside':
    'The last incoming message that was skipped. `null` if no message was skipped. Read-only.',
  'lastMessageSetAside.code': `Machine-readable code. \`message_unprocessable\`: processing the message failed three times. \`message_unfinished\`: reading the message exceeded a limit or ended the process. ${openEnumText}`,
  'lastMessageSetAside.uid': 'IMAP UID of the message in the inbox.',
  'lastMessageSetAside.messageIdHash':
    'SHA-256 of its `Message-ID` in base64url. `null` if the header is missing or was not read.',
  'lastMessageSetAside.occurredAt': 'Time when the message was skipped.',
  'EmailAccount.smtp':
    'The outgoing mail server. Set when the account is connected. The password is never returned.',
  'EmailAccount.imap': 'The incoming mail server. `null` if replies are not read.',
  'MailServer.host': 'Host name of the server.',
  'MailServer.port': 'TCP port.',
  'MailServer.secure':
    '`true`: implicit TLS; always used on ports 465 and 993. `false`: STARTTLS is required before the login.',
  'MailServer.username': 'User name for the login.',
  'EmailAccount.dailyLimit':
    'Maximum number of emails per day in its `timezone`, including follow-ups. With 0 the account sends nothing. Default for new accounts: 50.',
  'EmailAccount.minGapSeconds':
    'Minimum wait between two emails in seconds; at most `maxGapSeconds`. Default for new accounts: 120.',
  'EmailAccount.maxGapSeconds':
    'Maximum wait between two emails in seconds. The wait is random between the minimum and the maximum. Default for new accounts: 600.',
  'EmailAccount.rampUp':
    'Warm-up of a new mailbox: the account sends `startPerDay` emails on its first sending day and `increment` more on each further sending day, up to `dailyLimit`. Enabled for new accounts, with 10 and 5. In a PATCH, absent fields keep their value.',
  'RampUp.enabled': 'Whether the ramp-up applies. If `false`, only `dailyLimit` applies.',
  'RampUp.startPerDay': 'Emails on the first sending day.',
  'RampUp.increment': 'Number of emails by which the limit rises with each further sending day.',
  'EmailAccount.timezone':
    'IANA time zone of the daily limits, such as `Europe/Oslo`. A change begins no new day: emails of today count towards the date in the new zone. If that is still the previous day, the current day continues. Default for new accounts: `UTC`.',
  'EmailAccount.trackingDomain':
    'Your own domain for tracked links, in lower case. `null` if links use the domain of the service. Accounts of one workspace can share it. A domain that is verified for another workspace returns 422. Links in sent messages work until another workspace verifies the domain. Disconnecting the account releases the domain; connecting it again starts a new verification.',
  'EmailAccount.trackingDomainToken':
    'Value of the TXT record at `_outreach.` plus your domain, which proves that you own the domain. `null` without a domain. Read-only.',
  'EmailAccount.trackingDomainStatus':
    'Verification status. “Tracking domains” under “Email accounts” lists the records to set. `pending`: the check runs within about a minute. `verified`: checked again daily. `failed`: see `trackingDomainReason`; checked again hourly. Emails use the domain while it is `verified`, and the domain of the service otherwise. `null` without a domain. Read-only.',
  'EmailAccount.trackingDomainReason':
    'Why the domain is `failed`: the first problem that the last check found. “Tracking domains” under “Email accounts” explains the values. More values may be added. `null` unless the domain is `failed`. Read-only.',
  'EmailAccount.connectedBy':
    'Id of the user who connected the mailbox first, or of the owner who connected it last, or `operator`. Read-only.',
  'EmailAccount.health':
    'Deliverability of the account: DNS records of its domain and its bounce rate. Checked about a minute after connecting, then daily, and hourly while DNS lookups fail. Not checked with the status `disconnected` or `error`. `null` before the first check. Read-only.',
  'AccountHealth.score':
    'Score from 0 to 100; higher is better. The sum of up to 25 points for `spf`, 20 for `dkim`, 15 for `dmarc` and 40 for the bounce rate. The value `pass` gives all points. `missing` gives 10 points for `dkim`, because a key may exist under a selector that is not known, and 0 for the others. `fail` gives 0. Each percent of bounces in the last 7 days takes 4 of the 40 points. Fewer than 20 emails count as 20. `null` while `spf`, `dkim` or `dmarc` is `null`.',
  'AccountHealth.rejections7d':
    'Delivery reports of the last 7 days that blame the sender; at most 100 in total.',
  'RejectionCounts.authentication':
    'Reports that the sender or its domain is not authenticated (SPF, DKIM, DMARC).',
  'RejectionCounts.spam': 'Reports that the email is spam or that the sender is on a blocklist.',
  'RejectionCounts.policy': 'Reports that a policy of the receiver rejects the email.',
  'AccountHealth.bounceRate7d':
    'Hard bounces divided by emails sent in the last 7 days, 0 to 1. `null` if no email was sent.',
  'AccountHealth.sent7d':
    'Emails sent on the day of `checkedAt` and the 6 days before, in the time zone of the workspace. `null` if they are not counted yet.',
  'AccountHealth.spf': `Whether the SPF record of the domain authorizes the mail server (RFC 7208). \`pass\`: it authorizes an address of the server, or includes the record of its provider. \`fail\`: it does not authorize the server, is malformed, or occurs twice. \`missing\`: there is no record. ${dnsFailureText}.`,
  'AccountHealth.dkim': `Whether the domain has a DKIM key (RFC 6376). \`pass\`: a key exists under a common selector. \`fail\`: the key is revoked or malformed. \`missing\`: no key was found; the domain may use an uncommon selector. ${dnsFailureText}.`,
  'AccountHealth.dmarc': `Whether a DMARC policy applies to the domain: its own, or the policy of its organizational domain or public suffix (RFC 9989). \`pass\`: one applies; \`p=none\` is enough. \`fail\`: it is malformed or occurs twice, so receivers ignore it. \`missing\`: there is no policy. ${dnsFailureText}.`,
  'AccountHealth.checkedAt': 'Time of the last check. `null` if the account was never checked.',
  'EmailAccount.lastSyncAt':
    'Time when all folders of the mailbox were last read for replies. `null` if they were never read. A change of the server keeps it. Read-only.',
  'EmailAccount.sentToday': 'Emails sent on the current day in its `timezone`. Read-only.',
  'EmailAccount.remainingToday':
    'Emails that the account can still send on the current day, according to `dailyLimit` and `rampUp`. Read-only.',
  'EmailAccount.nextSendAt':
    'Earliest time of the next email, which can be in the past. `null` while the account cannot send. Read-only.',

  'connect begin query.email':
    'Address of the mailbox, passed to the provider as a suggestion. The owner can choose another mailbox.',
  'connect providers.providers': 'The providers at which the operator has registered the service.',
  'connect begin path.provider': 'Provider of the mailbox.',
  'connect finish path.provider': 'Provider that redirects the browser.',
  'connect finish query.state': 'Identifies the authorization request.',
  'connect finish query.code': 'Authorization code that the service exchanges for tokens.',
  'connect finish query.error':
    'Error code of the provider if there is no authorization code. Other parameters of the provider are ignored.',
  'EmailAccountByPassword.email':
    'The sender address. At most one account of a workspace has it; upper and lower case are the same.',
  'EmailAccountByPassword.password':
    'Password of the mailbox, for sending and reading. Use an app password if the provider requires one. It is never returned, and is deleted when the account is disconnected.',
  'EmailAccountByPassword.imapPassword': 'Password of the inbox, if it differs from `password`.',
  'EmailAccountByPassword.currentPassword':
    'The stored password of the mailbox, if you are not an owner and exchange the servers of a mailbox that you connected. Defaults to `password`.',
  'EmailAccountByPassword.smtp': 'The outgoing mail server. The service detects omitted fields.',
  'EmailAccountByPassword.imap':
    'The incoming mail server for replies and bounces. The service detects omitted fields. Send `null` if no replies are to be read.',
  'MailServerHints.host': "Public host name. Defaults to the account's server; otherwise it is detected.",
  'MailServerHints.port':
    '465, 587 or 2525 to send; 993 or 143 to read. Defaults to the port that matches `secure`, otherwise to 587 and 993.',
  'MailServerHints.secure':
    '`true` for implicit TLS, `false` for required STARTTLS. Defaults to the value that matches the port.',
  'MailServerHints.username': 'User name for the login. Defaults to the address.',

  'ApiKey.name': 'Name that identifies the key to you. White space around it is removed.',
  'ApiKey.scope': '`full-access` can read and write; `read-only` can call GET endpoints only.',
  'ApiKey.prefix': 'First characters of the key, which help secret scanners to recognise it. Read-only.',
  'ApiKey.lastFour': 'Last four characters of the key. Read-only.',
  'ApiKey.expiresAt':
    'Expiry time in the future. `null` if the key does not expire. A key with an expiry cannot create a key that expires later.',
  'ApiKey.lastUsedAt':
    'Time of the last use. `null` if the key was not used within the last 400 days. Read-only.',
  'ApiKey.createdBy':
    'Id of the key or user that created the key, or `operator`. Stays the same after that key is revoked. Read-only.',
  'CreatedApiKey.key': 'The credential. Returned once.',
};
