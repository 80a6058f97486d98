import { type ConnectionOptions, firstReachableServer } from '#lib/connect/first-reachable.ts';
import { type MailDns, readMxHosts, readSrvServer } from '#lib/connect/mail-dns.ts';
import { type FoundServer, providerOfDomain, providerOfMx } from '#lib/connect/providers.ts';

interface FoundServers {
  readonly smtp?: FoundServer | undefined;
  readonly imap?: FoundServer | undefined;
}

/** Dependencies of the server search. */
export interface ServerSearch extends ConnectionOptions {
  readonly dns: MailDns;
}

type Kind = keyof FoundServers;

/**
 * Finds the requested servers of an email domain: from a table of providers, from the domain's DNS records, or by common host
 * names. It sends no password. Takes at most 7 s.
 */
export async function findServers(
  search: ServerSearch,
  domain: string,
  requested: Readonly<Record<Kind, boolean>>,
): Promise<FoundServers> {
  if (!requested.smtp && !requested.imap) return {};
  const providerByDomain = providerOfDomain(domain);
  if (providerByDomain) return providerByDomain;

  const [mxHosts, smtpOffer, imapOffer] = await Promise.all([
    readMxHosts(search.dns, domain),
    readSrvServer(search.dns, domain, 'smtp'),
    readSrvServer(search.dns, domain, 'imap'),
  ]);
  const providerByMx = providerOfMx(mxHosts);
  if (providerByMx) return providerByMx;
  const chooseServer = async (kind: Kind, offer: typeof smtpOffer) => {
    if (!requested[kind] || offer === 'not_offered') return undefined;

    return offer ?? firstReachableServer(search, kind, guessesOf(domain)[kind]);
  };
  const [smtpServer, imapServer] = await Promise.all([
    chooseServer('smtp', smtpOffer),
    chooseServer('imap', imapOffer),
  ]);

  return { smtp: smtpServer, imap: imapServer };
}

/** Common host names of mail servers, the most likely first. */
export function guessesOf(domain: string): Readonly<Record<Kind, readonly FoundServer[]>> {
  const serverAt = (name: string, port: number) => ({
    host: `${name}.${domain}`,
    port,
    secure: port !== 587,
  });

  return {
    smtp: [serverAt('smtp', 465), serverAt('smtp', 587), serverAt('mail', 465), serverAt('mail', 587)],
    imap: [serverAt('imap', 993), serverAt('mail', 993)],
  };
}
