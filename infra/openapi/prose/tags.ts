import { apiKeysMax } from '#lib/api-keys/api-key.ts';
import { contactViewsMax } from '#lib/contact-views/contact-view.ts';
import type { DocumentedTag } from '#lib/docs/openapi-document.ts';
import { repliesPerDayMax } from '#lib/replies/store.ts';
import { snippetsMax } from '#lib/snippets/snippet.ts';
import { usersMax } from '#lib/users/create.ts';
import { bulkJobsText } from './bulk-jobs.ts';
import { campaignsText } from './campaigns.ts';
import { contactsText } from './contacts.ts';
import { exportsText } from './exports.ts';
import { trackingDomainsText } from './tracking-domains.ts';
import { webhooksText } from './webhook-tag.ts';

/** Tags by domain, in the order of the reference. Every domain has one. */
const texts: Readonly<Record<string, DocumentedTag>> = {
  campaigns: { name: 'Campaigns', description: campaignsText },
  contacts: { name: 'Contacts', description: contactsText },
  'contact-views': {
    name: 'Contact views',
    description: `
Filters of \`GET /contacts\` under a name, for all users of the workspace. A workspace can have ${contactViewsMax} views. A view has no \`search\` and no
\`email\`, because an erasure of a contact does not change it. To change a view, create a new one and delete the old one.
`.trim(),
  },
  'bulk-jobs': { name: 'Bulk jobs', description: bulkJobsText },
  exports: { name: 'Exports', description: exportsText },
  companies: {
    name: 'Companies',
    description: `
Organisations that contacts belong to. A \`domain\` belongs to at most one company of a workspace; names can repeat. A contact is
linked to a company by \`companyId\`, by the name of the company, or by the domain of its address. Companies cannot be deleted.
`.trim(),
  },
  'email-accounts': {
    name: 'Email accounts',
    description: `
Mailboxes that campaigns send from. Users connect them in the dashboard, see [Connecting](#connecting). The operator of
the service can connect them too. An account sends at most \`dailyLimit\` emails per day, and fewer during its ramp-up. It waits between two emails.
A day is a day in the \`timezone\` of the account.

| Status | Meaning | How to change it |
| --- | --- | --- |
| \`connected\` | the account sends, or waits until \`nextSendAt\` for the reason in \`statusReason\` | |
| \`paused\` | you paused it | PATCH \`{"status": "connected"}\` |
| \`error\` | the mail server rejects the account; see \`statusReason\` | connect the address again |
| \`disconnected\` | the credentials are deleted | connect the address again; the account keeps its id |

A disconnected account is not deleted, because activity and contacts refer to it. You can still read it.

### Tracking domains

${trackingDomainsText}
`.trim(),
  },
  connect: {
    name: 'Connecting',
    description: `
Operations that connect a mailbox as an email account. They are for users of the dashboard and require a session: an API key returns 401.
Google and Microsoft mailboxes are connected by OAuth (\`connect.begin\`), all others by password.
Passwords and tokens are encrypted with a key of the workspace before they are stored. They are never returned, and they are deleted when the
account is disconnected.
`.trim(),
  },
  blocklist: {
    name: 'Blocklist',
    description: `
Addresses and domains that no campaign sends to. An entry for a domain covers its subdomains; one for \`co.uk\` covers all of them. Each
value has at most one entry: adding it again returns 200 with the existing entry. A new entry suppresses the contact with this address immediately and contacts
of a domain within seconds. Contacts that are created later are suppressed on creation. Suppressing a contact ends its sequences and
emits \`contact.blocklisted\` if the contact was \`active\` or is new. Unsubscribes and hard bounces create entries automatically.

Removing an entry makes its contacts \`active\` again, unless another entry covers them. Their sequences do not resume automatically.

### Importing a list

\`POST /blocklist/import\` accepts a list of addresses and domains from another product: one value per line, or a CSV file. Limits, encodings,
delimiters and the report are the same as for \`POST /contacts/import\`. Send the file as the body (\`text/plain\`, \`text/csv\` or \`application/gzip\`), as the part \`file\` of a form, or as the string \`csv\` in JSON.

- A value is an address (\`ada@x.example\`, \`Ada <ada@x.example>\`, \`mailto:ada@x.example\`) or a domain (\`x.example\`, \`@x.example\`, \`*.x.example\`, \`*@x.example\`).
- The values are in one column: \`value\`, otherwise \`email\`, otherwise \`domain\`. If no column has such a name, it is the column with only such values.
- A column \`note\`, \`comment\` or \`reason\` becomes the note of the entry, cut to 500 characters. Without it, the note names the import. Other columns are ignored.
- A row without a valid value does not affect other rows; the report lists it. Values that are already on the list are not changed, so you can send a file again.
`.trim(),
  },
  webhooks: { name: 'Webhooks', description: webhooksText },
  'api-keys': {
    name: 'API keys',
    description: `
Bearer credentials with a scope. \`full-access\` can read and write; \`read-only\` can call GET endpoints only. A key starts with
\`osk_\` and ends with a checksum. It is returned once, because the service stores only a hash. A key can make 100 requests per minute.
A workspace can have ${apiKeysMax} keys. Expired keys count until they are revoked. In each hour (UTC), ${apiKeysMax} keys can be created.
`.trim(),
  },
  users: {
    name: 'Users',
    description: `
The people of the workspace and their [roles](#roles). An owner invites a person, who gets an email with a link, sets a password on its page and is then logged in. No other way creates a user, except a command of the operator.
A workspace can have ${usersMax} users. A user belongs to one workspace, and an address to one user.
`.trim(),
  },
  workspaces: {
    name: 'Workspace',
    description: 'Settings that apply to all email accounts of the workspace. Owners change them.',
  },
  'audit-log': {
    name: 'Audit log',
    description: `
The changes of the workspace with their authors, from newest to oldest: which API key or user made them, with which operation, on which resource.
It records names of fields and never values, so it has no secrets and no data of contacts. Changes that the service makes itself, such as sending an email or
pausing an account, are in the activity.
`.trim(),
  },
  activity: {
    name: 'Activity',
    description: `
The events of the workspace, from newest to oldest. An event has the same id here and in webhook deliveries. With
\`afterId\`, the list returns the events after a known event, oldest first, for example events that an endpoint missed. Activity is kept when
a resource is deleted. Events that are attributed to bots are returned only with \`includeBots=true\`. They are not counted and not sent to webhooks.
`.trim(),
  },
  dashboard: {
    name: 'Dashboard',
    description:
      'Statistics for a period of days, in the time zone of the workspace. All figures are sums over the activity and agree with it. A period has at most 366 days. The default is the last 30 days, including today.',
  },
  auth: {
    name: 'Sessions',
    description: `
Sessions of the browser dashboard, identified by the cookie \`__Host-outreach_session\`. A session expires 7 days after its last request
and at most 30 days after the login. A user can have ten sessions; an eleventh ends the least recently used one. The role of the user decides what a session can do, see [Roles](#roles).
A user can make 200 requests per minute across all sessions. Requests that change data must come from the same origin. The operator of the service creates
the first user of a workspace; owners [invite](#users) the others.
`.trim(),
  },
  erasures: {
    name: 'Erasures',
    description:
      'An erasure deletes the personal data of one contact, for example after a request under Article 17 of the GDPR. `POST /contacts/{id}/erase` starts it.',
  },
  replies: {
    name: 'Replies',
    description: `
The inbox of replies to the emails of campaigns. The inbox sync stores each reply once: its text without quotations, its full text, its HTML,
sanitised, and the names and sizes of its attachments. All of this is encrypted with a key of the workspace. Very long replies are truncated, see \`isTruncated\`.
At most ${repliesPerDayMax} replies and ${repliesPerDayMax} automatic replies of one recipient of a campaign are stored in a day (UTC), in addition to
the first reply and to a reply that unsubscribes. Further replies have the same effect on the sequence, but no event; they are only in the mailbox.
Users read, assign, snooze, label and answer replies, and mark them as done. Replies stay until the workspace or the data of the contact is erased.
`.trim(),
  },
  snippets: {
    name: 'Snippets',
    description: `
Texts that the users of a workspace insert into emails and answers. A text can have merge fields and choices, as an email. The dashboard copies it: a
snippet that is changed or deleted later changes no email. A workspace can have ${snippetsMax} snippets.
`.trim(),
  },
  tracking: {
    name: 'Tracking',
    description: `
Public endpoints that recipients of emails reach: the open-tracking image, links, and the unsubscribe page. Each URL contains a signed token.
A damaged token returns 404, or the image, and is not recorded. The service does not store IP addresses of recipients.

### Bot detection

Mail security products open emails and follow links automatically. Activity lists these events with \`includeBots=true\`;
\`botReason\` states why. They are not counted, not sent to webhooks, and do not stop a sequence.

| \`botReason\` | Criterion |
| --- | --- |
| \`head\` | the request used the method HEAD |
| \`prefetch\` | a header marks the request as a prefetch |
| \`scanner\` | the user agent is a known scanner, a link preview or not a browser, or is missing |
| \`apple_mpp\` | the open matches Apple Mail Privacy Protection, which opens every email |
| \`too_soon\` | the request came less than 10 seconds after the email was sent |
| \`many_links\` | it was at least the third link of one email that was clicked within 5 seconds |

At the third link, the two clicks before are also reclassified as bot clicks and no longer counted. Webhooks may already have received
them, and a sequence that they stopped stays stopped. Repeated opens of an email, and repeated clicks on a link, count once per minute.

### Unsubscribing

Opening the link shows a page and changes nothing. The button on the page unsubscribes, and so does the one-click request of mail programs
(RFC 8058). After the response, no campaign sends to the address: it is on the blocklist, with the message that led to the
entry. This also works if the campaign or the contact has been deleted. An unsubscribe proves that the message arrived: if the outcome of the message
was unknown, \`email.sent\` is emitted first.

A link suppresses the address that its message was sent to. If the contact has a different address now, the contact stays \`active\`.
`.trim(),
  },
  health: { name: 'Health', description: 'Health check of the API.' },
};

/** The tags of these domains. */
export function tagsOf(domains: ReadonlySet<string>): DocumentedTag[] {
  const known = Object.keys(texts).filter((domain) => domains.has(domain));
  // `tagOf` throws for these domains, because they have no text.
  const others = [...domains].filter((domain) => !(domain in texts)).sort();

  return [...known, ...others].map(tagOf);
}

export function tagOf(domain: string): DocumentedTag {
  const tag = texts[domain];
  if (!tag) throw new Error(`the domain ${domain} needs the name and the description of its tag`);

  return tag;
}
