import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DnsQueries } from '#lib/sender-dns/dns-queries.ts';
import { isOfProvider } from '#lib/sender-dns/organisation.ts';
import { expandName, type SpfSubject } from '#lib/sender-dns/spf-macros.ts';
import { type Mechanism, readSpf, spfTexts } from '#lib/sender-dns/spf-record.ts';
import type { DnsVerdict } from '#lib/sender-dns/verdict.ts';

/** RFC 7208, section 4.6.4. A void look-up is a query without a result. */
const lookUpsMax = 10;
const voidLookUpsMax = 2;
const mailHostsMax = 10;

/** Addresses of a server. The result is `pass` if the record allows one of them. */
const addressesMax = 4;

/** State of one evaluation, across all included records. */
interface Evaluation {
  readonly queries: DnsQueries;
  readonly subject: SpfSubject;
  /** Whether a name belongs to the server's provider. A record there allows the server without an evaluation. */
  readonly isTrusted: (name: string) => boolean;
  lookUps: number;
  voidLookUps: number;
}

/** Aborts an evaluation, because receivers ignore a malformed record. */
class Malformed extends Error {}

/**
 * Checks whether a domain's SPF record allows its outgoing mail server. `fail`: the record does not allow it or is
 * malformed, or the domain has several records.
 * @param server name or IP address
 * @throws DnsUnavailable
 */
export async function evaluateSpf(
  queries: DnsQueries,
  { sender, domain, server }: { readonly sender: string; readonly domain: string; readonly server: string },
): Promise<DnsVerdict> {
  const records = spfTexts(await queries.texts(domain));
  if (records.length !== 1) return records.length === 0 ? 'missing' : 'fail';
  const serverAddresses = isIP(server) === 0 ? await queries.addresses(server) : [server];
  // If the server has no address, `::` replaces it: the check still detects whether the record includes the provider's record.
  const addresses = serverAddresses.length === 0 ? ['::'] : serverAddresses.slice(0, addressesMax);
  const isTrusted = (name: string) => isOfProvider(name, server, domain);
  for (const address of addresses) {
    const subject = { sender, address: ipaddr.process(address).toString(), helo: server };
    const state: Evaluation = { queries, subject, isTrusted, lookUps: 0, voidLookUps: 0 };
    if (await allows(state, domain)) return 'pass';
  }

  return 'fail';
}

async function allows(state: Evaluation, domain: string): Promise<boolean> {
  try {
    return (await evaluate(state, domain)) === '+';
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}

/** The qualifier of the first matching mechanism; `?` without a match (section 4.7). */
async function evaluate(state: Evaluation, domain: string): Promise<Mechanism['qualifier']> {
  const [text, ...more] = spfTexts(await state.queries.texts(domain));
  const record = text === undefined || more.length > 0 ? undefined : readSpf(text);
  if (!record) throw new Malformed();
  for (const mechanism of record.mechanisms) {
    if (await matches(state, mechanism, domain)) return mechanism.qualifier;
  }
  if (record.redirect === undefined) return '?';
  countLookUp(state);
  const target = expandName(record.redirect, domain, state.subject);

  return state.isTrusted(target) ? '+' : evaluate(state, target);
}

async function matches(state: Evaluation, mechanism: Mechanism, domain: string): Promise<boolean> {
  const { kind, target } = mechanism;
  if (kind === 'all') return true;
  if (kind === 'ip4' || kind === 'ip6') return isWithin(state.subject.address, target, mechanism);
  const name = target === '' ? domain : expandName(target, domain, state.subject);

  return matchesByName(state, mechanism, name);
}

/** Mechanisms that need DNS queries, which are limited. */
async function matchesByName(state: Evaluation, mechanism: Mechanism, name: string): Promise<boolean> {
  const { queries, subject } = state;
  const isWithinSome = (addresses: readonly string[]) =>
    addresses.some((address) => isWithin(subject.address, address, mechanism));
  countLookUp(state);
  switch (mechanism.kind) {
    case 'include':
      return state.isTrusted(name) || (await evaluate(state, name)) === '+';
    case 'a':
      return isWithinSome(countVoid(state, await queries.addresses(name)));
    case 'exists':
      // Uses A records even for an IPv6 address (section 5.7).
      return countVoid(state, await queries.addresses(name)).some((address) => isIP(address) === 4);
    case 'mx': {
      const hosts = countVoid(state, await queries.mailHosts(name));
      if (hosts.length > mailHostsMax) throw new Malformed();

      return isWithinSome((await Promise.all(hosts.map((host) => queries.addresses(host)))).flat());
    }
    default:
      // `ptr` is slow, unreliable and must not be used (section 5.5), so it is ignored.
      return false;
  }
}

/** Whether both addresses have the same family and prefix. Addresses come from checked records or DNS responses. */
function isWithin(address: string, network: string, { bits4, bits6 }: Mechanism): boolean {
  const parsed = ipaddr.process(address);
  const range = ipaddr.process(network);
  const prefixLength = parsed.kind() === 'ipv4' ? bits4 : bits6;

  return parsed.kind() === range.kind() && parsed.match(range, prefixLength);
}

function countLookUp(state: Evaluation): void {
  state.lookUps += 1;
  if (state.lookUps > lookUpsMax) throw new Malformed();
}

/** @returns the answer, after it was counted if it is empty */
function countVoid(state: Evaluation, answer: readonly string[]): readonly string[] {
  if (answer.length === 0) state.voidLookUps += 1;
  if (state.voidLookUps > voidLookUpsMax) throw new Malformed();

  return answer;
}
