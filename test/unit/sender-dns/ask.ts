import { type DnsQueries, withDnsQueries } from '#lib/sender-dns/dns-queries.ts';
import { startNameServer, type Zone } from '../../support/name-server.ts';

/** Queries a name server on this machine with a zone. */
export async function asking<Result>(
  zone: Zone | 'silent',
  work: (questions: DnsQueries) => Promise<Result>,
): Promise<Result> {
  return withDnsQueries(await startNameServer(zone), work);
}
