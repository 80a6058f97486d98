import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';
import { DnsUnavailable, type SenderDns, withDnsQueries } from '#lib/sender-dns/dns-queries.ts';
import { evaluateSpf } from '#lib/sender-dns/spf.ts';

/** The public test suite of RFC 7208, release 2014.04: http://www.openspf.org/Test_Suite */
const suiteFile = join(import.meta.dirname, 'rfc7208/tests.yml');

const Text = z.union([z.string(), z.array(z.string())]);
const DnsRecord = z.union([
  z.literal('TIMEOUT'),
  z.record(z.string(), z.union([Text, z.tuple([z.number(), z.string()])])),
]);
const ZoneData = z.record(z.string(), z.array(DnsRecord));
type ZoneData = z.infer<typeof ZoneData>;
const Scenario = z.object({
  description: z.string(),
  tests: z.record(
    z.string(),
    z.object({ helo: z.string(), host: z.string(), mailfrom: z.string(), result: Text }),
  ),
  zonedata: ZoneData,
});

/** Results that differ by design: https://www.rfc-editor.org/rfc/rfc7208 names each section. */
const differences: Readonly<Record<string, string>> = {
  'ptr-match-target': 'ptr is ignored (section 5.5)',
  'ptr-match-implicit': 'ptr is ignored (section 5.5)',
  'ptr-match-ip6': 'ptr is ignored (section 5.5)',
  'ptr-case-change': 'ptr is ignored (section 5.5)',
  'bytes-bug': 'ptr is ignored (section 5.5)',
  'a-colon-domain': 'a name with a colon is not queried',
  'a-colon-domain-ip4mapped': 'a name with a colon is not queried',
  'mx-colon-domain': 'a name with a colon is not queried',
  'mx-colon-domain-ip4mapped': 'a name with a colon is not queried',
  'macro-mania-in-domain': 'a name with such characters is not queried',
  'hello-macro': 'the name in HELO is the account’s server',
  'cidr6-0': 'the notation ::1.1.1.1 is read as an IPv4 address',
};

/** The verdict of an account's health for a result of check_host(). */
const verdictOf = (result: string) =>
  ({ pass: 'pass', none: 'missing', temperror: 'unknown' })[result] ?? 'fail';

const scenarios = parseAllDocuments(readFileSync(suiteFile, 'utf8'))
  .map((document) => z.nullable(Scenario).parse(document.toJS()))
  .filter((scenario) => scenario !== null);
const cases = scenarios.flatMap(({ description, tests, zonedata }) =>
  Object.entries(tests).map(([name, check]) => ({ name, description, zonedata, ...check })),
);

describe('the test suite of RFC 7208', () => {
  test.concurrent.for(cases)('$description: $name', async (check) => {
    const results = [check.result].flat().map(verdictOf);
    const verdict = await evaluate(check.zonedata, check);

    expect(results.includes(verdict), `${verdict} instead of ${results}`).toBe(!(check.name in differences));
  });
});

async function evaluate(zone: ZoneData, { helo, host, mailfrom }: (typeof cases)[number]): Promise<string> {
  const address = mailfrom === '' ? helo : mailfrom;
  const sender = address.includes('@') ? address.replace(/^@/, 'postmaster@') : `postmaster@${address}`;
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  try {
    return await withDnsQueries(dnsOf(zone), (queries) =>
      evaluateSpf(queries, { sender, domain, server: host }),
    );
  } catch (error) {
    if (error instanceof DnsUnavailable) return 'unknown';
    throw error;
  }
}

/** A DNS client for the suite's records. A record of type SPF is returned as TXT if the name has no TXT record. */
function dnsOf(zone: ZoneData): SenderDns {
  const names = new Map(Object.entries(zone).map(([name, records]) => [name.toLowerCase(), records]));
  const valuesOf = (name: string, type: string): unknown[] => {
    const records = names.get(name) ?? [];
    const typed = records.flatMap((record) => (record === 'TIMEOUT' ? [] : Object.entries(record)));
    const [alias] = typed.filter(([kind]) => kind === 'CNAME').map(([, target]) => String(target));
    if (alias !== undefined) return valuesOf(alias.toLowerCase(), type);
    const wanted = type === 'TXT' && !typed.some(([kind]) => kind === 'TXT') ? 'SPF' : type;
    const found = typed.filter(([kind, value]) => kind === wanted && value !== 'NONE');
    if (found.length === 0) {
      const code = records.includes('TIMEOUT') ? 'ETIMEOUT' : 'ENOTFOUND';
      throw Object.assign(new Error(code), { code });
    }

    return found.map(([, value]) => value);
  };

  return {
    resolveTxt: async (name: string) => valuesOf(name, 'TXT').map((value) => [value].flat().map(String)),
    resolve4: async (name: string) => valuesOf(name, 'A').map(String),
    resolve6: async (name: string) => valuesOf(name, 'AAAA').map(String),
    resolveMx: async (name: string) =>
      valuesOf(name, 'MX').map((value) => {
        const [priority, exchange] = z.tuple([z.number(), z.string()]).parse(value);

        return { priority, exchange };
      }),
    cancel: () => undefined,
  } as SenderDns;
}
