import { getDomain } from 'tldts-icann';

/**
 * The registered domain of a name, by the public suffix list: `acme.co.uk` for `mail.acme.co.uk`. Undefined for a public
 * suffix.
 */
export function organisationOf(name: string): string | undefined {
  return getDomain(name, { detectIp: true, validateHostname: false }) ?? undefined;
}

/** Domains of providers that use several domains. Other providers use one domain for sending and for their servers. */
const providerDomains: readonly (readonly string[])[] = [
  ['google.com', 'gmail.com', 'googlemail.com'],
  ['outlook.com', 'office365.com', 'hotmail.com', 'live.com'],
  ['amazonaws.com', 'amazonses.com'],
  ['brevo.com', 'sendinblue.com'],
  ['fastmail.com', 'messagingengine.com'],
  ['icloud.com', 'me.com'],
  ['postmarkapp.com', 'mtasv.net'],
  ['zoho.com', 'zoho.eu', 'zohomail.com', 'zohomail.eu'],
];

/**
 * Whether a name that an SPF record includes belongs to the provider of a mail server. The provider may deliver from other
 * addresses than this server's, so the included name alone allows the server. A name of the sender's own organisation counts
 * only if `providerDomains` lists the provider.
 */
export function isOfProvider(name: string, server: string, senderDomain: string): boolean {
  const organisation = organisationOf(name);
  const provider = organisationOf(server);
  if (organisation === undefined || provider === undefined) return false;
  const providerGroup = providerDomains.find((domains) => domains.includes(provider));

  if (providerGroup) return providerGroup.includes(organisation);

  return organisation === provider && organisation !== organisationOf(senderDomain);
}
