import { Resolver } from 'node:dns/promises';
import type { FoundServer } from '#lib/connect/found-server.ts';

/** A name server: `Resolver` of node:dns/promises. */
export type MailDns = Pick<Resolver, 'resolveMx' | 'resolveSrv'>;

/** Each of the questions is asked twice at most, and all of them at once. */
const deadlineMs = 2500;

export function systemDns(): MailDns {
  return new Resolver({ timeout: 1000, tries: 2 });
}

/** The hosts that take mails for a domain, the first choice first; none when nobody says. */
export async function readMxHosts(dns: MailDns, domain: string): Promise<string[]> {
  const records = await orNone(dns.resolveMx(domain));

  return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => plainName(exchange));
}

/** RFC 8314, section 5.1: TLS from the first byte is asked for first. */
const services = {
  smtp: [
    { service: '_submissions._tcp', secure: true },
    { service: '_submission._tcp', secure: false },
  ],
  imap: [
    { service: '_imaps._tcp', secure: true },
    { service: '_imap._tcp', secure: false },
  ],
} as const;

/**
 * What a domain says in SRV records of its own servers: RFC 6186, RFC 8314. A host outside of the domain is passed over:
 * a password goes there, and whoever can forge an answer of a name server could have it sent to himself, with a valid
 * certificate of his own (RFC 6186, section 6, wants a person to confirm it, and here is none).
 * @returns `not_offered` when it says that there is none: the target `.`
 */
export async function readOffer(
  dns: MailDns,
  domain: string,
  kind: keyof typeof services,
): Promise<FoundServer | 'not_offered' | undefined> {
  const answers = await Promise.all(
    services[kind].map(async ({ service, secure }) => {
      const records = await orNone(dns.resolveSrv(`${service}.${domain}`));

      return records
        .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
        .map(({ name, port }) => ({ host: plainName(name), port, secure }));
    }),
  );
  const all = answers.flat();
  const ours = all.find(({ host }) => host === domain || host.endsWith(`.${domain}`));
  if (ours) return ours;

  return all.length > 0 && all.every(({ host }) => host === '') ? 'not_offered' : undefined;
}

/** Without the dot at its end; the root is empty. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** What a name server does not tell, or not in time, is not there. */
async function orNone<Record>(asked: Promise<Record[]>): Promise<Record[]> {
  const late = Promise.withResolvers<Record[]>();
  const timer = setTimeout(() => late.resolve([]), deadlineMs);

  return Promise.race([asked, late.promise])
    .catch(() => [])
    .finally(() => clearTimeout(timer));
}
