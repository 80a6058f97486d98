import { apiKeysMax } from '#lib/api-keys/items.ts';
import type { Tag } from '#lib/docs/openapi-document.ts';
import { campaignsText } from './campaigns.ts';
import { contactsText } from './contacts.ts';
import { webhooksText } from './webhook-states.ts';

/** By domain, in the order in which a reader needs them. A domain that is missing here gets its name and no more. */
const texts: Readonly<Record<string, Tag>> = {
  campaigns: { name: 'Campaigns', description: campaignsText },
  contacts: { name: 'Contacts', description: contactsText },
  companies: {
    name: 'Companies',
    description: `
Organisations that contacts belong to. At most one company of a workspace has a \`domain\`; names may repeat. A contact is
linked by its \`companyId\`, by the name of the company, or else by the domain of its address. Companies are not deleted.
`.trim(),
  },
  'email-accounts': {
    name: 'Email accounts',
    description: `
Mailboxes that campaigns send from. They are connected in the dashboard, see [Connecting](#connecting), or by the operator of
the service. An account sends
at most \`dailyLimit\` mails a day, fewer while it ramps up, and pauses between two of them. The day of these limits is that
of its \`timezone\`.

| Status | What it means | How it ends |
| --- | --- | --- |
| \`connected\` | it sends; or it pauses by itself, and \`statusReason\` says why and until when | |
| \`paused\` | somebody paused it | PATCH \`{"status": "connected"}\` |
| \`error\` | its server refuses it; \`statusReason\` says why | it is connected anew |
| \`disconnected\` | its credentials are destroyed | it is connected anew, and keeps its id |

Disconnecting keeps the account itself, for the activity and the contacts that point to it: it can still be read.
`.trim(),
  },
  connect: {
    name: 'Connecting',
    description: `
How mailboxes become email accounts. This is for people in the dashboard: it takes a session, and an API key is answered 401.
Mailboxes of Google and Microsoft are connected by their owner's consent (\`connect.begin\`), all others by their password.
Passwords and tokens are sealed with a key of the workspace before they are stored, are shown to nobody, and are destroyed when the account is
disconnected.
`.trim(),
  },
  blocklist: {
    name: 'Blocklist',
    description: `
Addresses and domains that get no mail, from whatever campaign. An entry for a domain covers its sub-domains. A value has one
entry at most: adding it again answers 200 with the entry that is there. The contact of an address is suppressed at once, those
of a domain within a moment, and everybody who is created later from the beginning. Each contact that was \`active\`, or is created
later, emits \`contact.blocklisted\`, and its sequences end. Who unsubscribes or bounces for good gets an entry too.

Removing an entry makes its contacts \`active\` again, unless another entry covers them. Their sequences do not go on by themselves.
`.trim(),
  },
  webhooks: { name: 'Webhooks', description: webhooksText },
  'api-keys': {
    name: 'API keys',
    description: `
Bearer credentials with a scope. \`full-access\` reads and writes, \`read-only\` calls GET endpoints only. A key begins with
\`osk_\` and ends with a checksum; the service keeps only a hash of it, so it is shown once. A key makes at most 100 requests a minute.
A workspace has at most ${apiKeysMax} keys, expired ones included until they are revoked.
`.trim(),
  },
  activity: {
    name: 'Activity',
    description: `
Everything that happened, one line per event, newest first. The id of a line is the id of the webhook event that told of it, so
\`afterId\` shows what an endpoint has missed, in order, oldest first. The activity of what is deleted is kept. What is thought
to be a machine's doing is shown with \`includeBots=true\` only; it is not counted and no webhook is told.
`.trim(),
  },
  dashboard: {
    name: 'Dashboard',
    description:
      'Figures for a period of local days. They are sums over the activity, so both agree. A period has at most 366 days; the default is the last 30, today included.',
  },
  auth: {
    name: 'Sessions',
    description: `
Sessions of the browser dashboard, carried by the cookie \`__Host-outreach_session\`. A session lasts 7 days from its last request
and 30 from the login; a user has ten at most, the eleventh ends the one that was used least lately. It has full access.
A user makes at most 200 requests a minute over all sessions. Writes must come from the same origin. Users are made by the
operator of the service.
`.trim(),
  },
  tracking: {
    name: 'Tracking',
    description: `
What recipients of mails reach: the picture that tells of an opening, links, and the page to unsubscribe. Each address is signed,
so nobody can make one up; one that is damaged leads nowhere and is noted nowhere. No network address is kept.

### Who is thought to be a machine

Those who guard mailboxes open every mail and every link. What they do is on the list of activity with \`includeBots=true\`, and
\`botReason\` says why they are thought to be machines. It is not counted, no webhook is told, and no sequence stops at it.

| \`botReason\` | What gives it away |
| --- | --- |
| \`head\` | it asked with HEAD |
| \`prefetch\` | its headers say that nobody has asked for the page yet |
| \`scanner\` | it is a known scanner, a preview, a program that is no browser, or does not say what it is |
| \`apple_mpp\` | it opened a mail as Apple's Mail Privacy Protection opens every mail |
| \`too_soon\` | it came within 10 seconds of the mail's leaving |
| \`many_links\` | it clicked a third link of one mail within 5 seconds |

At a third link the two before are taken back: they are counted no more, and shown as a machine's. Webhooks have heard of them by
then, and a sequence that has stopped at one of them meanwhile stays stopped. The same mail opened again within a minute, and the
same link clicked again, is one opening and one click.

### Unsubscribing

Opening the link asks and changes nothing. The button of that page unsubscribes, and so does what mail programs post by themselves
(RFC 8058). From the answer on no campaign mails the address: it is on the blocklist, with what led to it. That also holds when the
campaign, or the contact, has been deleted since. An unsubscribe also proves that its message arrived: if the outcome of the message was
unknown, \`email.sent\` is emitted first.

A link belongs to the address that its message was sent to. If the contact has another address by now, the link suppresses the
former one; the contact with its new address stays \`active\`.
`.trim(),
  },
  health: { name: 'Health', description: 'Whether the service is there.' },
  docs: { name: 'Documentation', description: 'This document, for programs and for people.' },
};

/** A tag for each of the domains. */
export function tagsOf(domains: ReadonlySet<string>): Tag[] {
  const known = Object.keys(texts).filter((domain) => domains.has(domain));
  const others = [...domains].filter((domain) => !(domain in texts)).sort();

  return [...known, ...others].map(tagOf);
}

export function tagOf(domain: string): Tag {
  const name = `${domain.charAt(0).toUpperCase()}${domain.slice(1)}`.replaceAll('-', ' ');

  return texts[domain] ?? { name, description: `${name} of the service.` };
}
