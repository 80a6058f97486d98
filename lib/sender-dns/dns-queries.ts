import { Resolver } from 'node:dns/promises';
import { checkPublicHost } from '#lib/network/public-host.ts';

/**
 * A DNS client: `Resolver` of node:dns/promises. Each check has its own, because the end of a check cancels its open queries.
 */
export type SenderDns = Pick<Resolver, 'resolveTxt' | 'resolve4' | 'resolve6' | 'resolveMx' | 'cancel'>;

/** A DNS query failed, so it is unknown whether the record exists. */
export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable';
}

/** DNS queries for one domain. A repeated query is answered from a cache. They throw only `DnsUnavailable`. */
export interface DnsQueries {
  /** TXT records, each joined to one string. */
  texts(name: string): Promise<readonly string[]>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<readonly string[]>;
  /** Mail exchangers, in lower case. */
  mailHosts(name: string): Promise<readonly string[]>;
}

/** Limits of the queries for one domain. */
const defaultDeadlineMs = 10_000;
const queriesMax = 120;
/** Limit of the records of one response. A response has at most 64 KB, the maximum length over TCP. */
const recordsMax = 200;
/** Longer than any useful record. Callers must treat a record of this length as truncated. */
export const textLengthMax = 4096;

/** Errors that mean a definitive empty result, or an invalid name. */
const notFoundCodes: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

export function systemSenderDns(): SenderDns {
  return new Resolver({ timeout: 1000, tries: 2 });
}

/**
 * Runs DNS queries for one domain, within ten seconds and 120 queries. Records can refer to any names, so each name is
 * checked first: records must not cause queries for names of private networks.
 */
export async function withDnsQueries<Result>(
  dns: SenderDns,
  work: (queries: DnsQueries) => Promise<Result>,
  deadlineMs = defaultDeadlineMs,
): Promise<Result> {
  let isOver = false;
  const end = () => {
    isOver = true;
    dns.cancel();
  };
  const timer = setTimeout(end, deadlineMs);
  const cache = new Map<string, Promise<readonly string[]>>();

  const query = (kind: string, name: string, send: (name: string) => Promise<readonly string[]>) => {
    const normalised = name.toLowerCase().replace(/\.$/, '');
    const cached = cache.get(`${kind} ${normalised}`);
    if (cached !== undefined) return cached;
    if (!checkPublicHost(normalised, { loopback: 'refuse' }).ok) return Promise.resolve([]);
    if (isOver || cache.size >= queriesMax) return Promise.reject(new DnsUnavailable());
    const answer = send(normalised).then((records) => records.slice(0, recordsMax), emptyIfNotFound);
    cache.set(`${kind} ${normalised}`, answer);

    return answer;
  };

  try {
    return await work({
      texts: (name) =>
        query('TXT', name, async (queried) =>
          (await dns.resolveTxt(queried)).map((parts) => parts.join('').slice(0, textLengthMax)),
        ),
      addresses: async (name) =>
        (
          await Promise.all([
            query('A', name, (queried) => dns.resolve4(queried)),
            query('AAAA', name, (queried) => dns.resolve6(queried)),
          ])
        ).flat(),
      mailHosts: (name) =>
        query('MX', name, async (queried) =>
          (await dns.resolveMx(queried)).map(({ exchange }) => exchange.toLowerCase()),
        ),
    });
  } finally {
    clearTimeout(timer);
    end();
  }
}

function emptyIfNotFound(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && notFoundCodes.includes(error.code)) return [];
  throw new DnsUnavailable(undefined, { cause: error });
}
