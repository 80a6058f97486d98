import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import type { FoundServer } from '#lib/connect/providers.ts';

/** A DNS client: `Resolver` of node:dns/promises. */
export type MailDns = Pick<Resolver, 'resolveMx' | 'resolveSrv'>;

/** Time limit of all queries, which run concurrently. Each query is tried at most twice. */
const deadlineMs = 2500;

export function systemDns(): MailDns {
  return new Resolver({ timeout: 1000, tries: 2 });
}

/** The mail exchangers of a domain by priority; empty if the domain has none. */
export async function readMxHosts(dns: MailDns, domain: string): Promise<string[]> {
  const records = await orEmpty(dns.resolveMx(domain));

  return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => withoutTrailingDot(exchange));
}

/** RFC 8314, section 5.1: implicit TLS is preferred. */
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
 * Reads a domain's mail servers from its SRV records: RFC 6186, RFC 8314. Hosts outside the domain are skipped, because the
 * service later logs in there with the password: a forged DNS response could name an attacker's host with a valid certificate.
 * RFC 6186, section 6, requires a person's confirmation, which is not available here.
 * @returns `not_offered` when the domain declares that it has no such server: the target `.`
 */
export async function readSrvServer(
  dns: MailDns,
  domain: string,
  kind: keyof typeof services,
): Promise<FoundServer | 'not_offered' | undefined> {
  const answers = await Promise.all(
    services[kind].map(async ({ service, secure }) => {
      const records = await orEmpty(dns.resolveSrv(`${service}.${domain}`));

      return records
        .sort((a, b) => a.priority - b.priority || b.weight - a.weight)
        .map(({ name, port }) => ({ host: withoutTrailingDot(name), port, secure }));
    }),
  );
  const all = answers.flat();
  const inDomain = all.find(({ host }) => host === domain || host.endsWith(`.${domain}`));
  if (inDomain) return inDomain;

  return all.length > 0 && all.every(({ host }) => host === '') ? 'not_offered' : undefined;
}

/** Without the trailing dot; the root is empty. */
function withoutTrailingDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** A failed or late DNS query counts as an empty result. */
async function orEmpty<Record>(query: Promise<Record[]>): Promise<Record[]> {
  const late = setTimeout<Record[]>(deadlineMs, [], { ref: false });

  return Promise.race([query, late]).catch(() => []);
}
