import { getDomain } from 'tldts-icann';

/** Who registered a name: `acme.co.uk` of `mail.acme.co.uk`, by the list of public suffixes. Undefined for a suffix itself. */
export function organisationOf(name: string): string | undefined {
  return getDomain(name, { detectIp: true, validateHostname: false }) ?? undefined;
}

/** Those that send from another domain than they are reached by. A provider that is not here has the same for both. */
const houses: readonly (readonly string[])[] = [
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
 * Whether a name is of the provider that a mail server belongs to. What connects to others is not the server that mails are
 * handed to, so that whoever names such a record of the provider's allows it all the same.
 *
 * @param own the domain that the mails are from: what it says of itself is followed, but for the providers known here
 */
export function isOfProvider(name: string, server: string, own: string): boolean {
  const [of, provider] = [organisationOf(name), organisationOf(server)];
  if (of === undefined || provider === undefined) return false;
  const house = houses.find((domains) => domains.includes(provider));

  return house ? house.includes(of) : of === provider && of !== organisationOf(own);
}
