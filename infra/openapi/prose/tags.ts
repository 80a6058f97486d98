import type { Tag } from '#lib/docs/openapi-document.ts';

/** By domain, in the order in which a reader needs them. A domain that is missing here gets its name and no more. */
const texts: Readonly<Record<string, Tag>> = {
  campaigns: {
    name: 'Campaigns',
    description:
      'A campaign mails its contacts in steps, from connected email accounts, within their limits. It is a `draft` until it is started, `active` until it is paused, and `completed` when nothing is left to be sent.',
  },
  contacts: {
    name: 'Contacts',
    description:
      'People who may get mail. An address belongs to one contact of a workspace, whatever its case. Who unsubscribed or bounced gets no more mail, and deleting the contact does not change that.',
  },
  companies: { name: 'Companies', description: 'Organisations that contacts belong to.' },
  'email-accounts': {
    name: 'Email accounts',
    description:
      'Mailboxes that campaigns send from. An account sends at most so many mails a day, and leaves a gap between two.',
  },
  blocklist: {
    name: 'Blocklist',
    description: 'Addresses and domains that get no mail, from whatever campaign.',
  },
  webhooks: {
    name: 'Webhooks',
    description:
      'Endpoints of yours that hear of events as they happen. What is sent to them, and how to verify it, is told under [Webhook events](#webhook-events).',
  },
  'api-keys': {
    name: 'API keys',
    description:
      'Bearer credentials with a scope. `full-access` reads and writes, `read-only` calls GET endpoints only.',
  },
  activity: {
    name: 'Activity',
    description:
      'Everything that happened, one line per event. The id of a line is the id of the webhook event that told of it.',
  },
  dashboard: {
    name: 'Dashboard',
    description: 'Figures for a period. They are sums over the activity, so both agree.',
  },
  auth: { name: 'Sessions', description: 'Sessions of the browser dashboard, carried by a cookie.' },
  tracking: {
    name: 'Tracking',
    description:
      'What recipients of mails reach: the pixel, links, and the page to unsubscribe. Each address is signed.',
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
