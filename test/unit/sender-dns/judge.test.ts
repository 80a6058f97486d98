import { expect, test, vi } from 'vitest';
import { DnsUnavailable, withDnsQueries } from '#lib/sender-dns/dns-queries.ts';
import { evaluateSender } from '#lib/sender-dns/evaluate-sender.ts';
import { startNameServer, type Zone } from '../../support/name-server.ts';
import { goodZone } from '../../workers/support/sender-zone.ts';

test('a record that cannot be read does not affect the others', async () => {
  const dns = await startNameServer({
    txt: { 'acme.example': ['v=spf1 ip4:192.0.2.1 -all'], '_dmarc.acme.example': ['v=DMARC1; p=none'] },
    broken: ['_domainkey.acme.example'],
  });

  expect(await evaluateSender(dns, 'Anna@Acme.Example', '192.0.2.1')).toEqual({
    spf: 'pass',
    dkim: null,
    dmarc: 'pass',
  });
});

test('a hanging name server delays the result until the deadline and gets no query after it', async () => {
  const dns = await startNameServer('silent');
  const asked = vi.spyOn(dns, 'resolveTxt');
  const begun = Date.now();

  await withDnsQueries(
    dns,
    async ({ texts }) => {
      await expect(texts('one.acme.example')).rejects.toThrow(DnsUnavailable);
      await expect(texts('two.acme.example')).rejects.toThrow(DnsUnavailable);
    },
    50,
  );
  expect(Date.now() - begun).toBeLessThan(900);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('at most 120 queries are sent per domain', async () => {
  const heard: string[] = [];
  const dns = await startNameServer({ onQuery: (name) => heard.push(name) });
  const ask = (number: number) =>
    withDnsQueries(dns, ({ texts }) =>
      Promise.all(Array.from({ length: number }, (_, each) => texts(`t${each % 121}.acme.example`))),
    );

  await expect(ask(120)).resolves.toHaveLength(120);
  await expect(ask(121)).rejects.toThrow(DnsUnavailable);
  expect(heard.length).toBeLessThanOrEqual(240);
});

test('no query is sent twice per domain', async () => {
  const heard: string[] = [];
  const dns = await startNameServer({ onQuery: (name) => heard.push(name) });
  await withDnsQueries(dns, ({ texts }) => Promise.all([texts('a.example'), texts('A.example.')]));

  expect(heard).toEqual(['a.example']);
});

test('a wildcard record counts neither as a key nor as a policy', async () => {
  const everything = new Proxy({}, { get: () => ['v=spf1 +all'] });
  const dns = await startNameServer({ txt: everything });

  expect(await evaluateSender(dns, 'anna@acme.example', '192.0.2.1')).toEqual({
    spf: 'pass',
    dkim: 'missing',
    dmarc: 'missing',
  });
});

const key = `v=DKIM1; p=${'A'.repeat(216)}`;
const policy = { '_dmarc.acme.example': ['v=DMARC1; p=none'] };
const names = Array.from({ length: 10 }, (_, at) => `m${at}.example`);

test.each<[string, number, string, Zone]>([
  [
    'a domain with a key of its provider and without SPF',
    4,
    'smtp.gmail.com',
    { txt: { 'google._domainkey.acme.example': [key], ...policy } },
  ],
  [
    'a domain with all records of its provider',
    6,
    'smtp.gmail.com',
    {
      txt: {
        'acme.example': ['v=spf1 include:_spf.google.com ~all'],
        'google._domainkey.acme.example': [key],
        ...policy,
      },
    },
  ],
  ['a domain with all records and its own mail server', 37, 'mail.acme.example', goodZone],
  ['a domain without records', 35, 'mail.acme.example', {}],
  [
    'a domain with an SPF record that refers to 99 hosts',
    120,
    'mail.acme.example',
    {
      txt: { 'acme.example': [`v=spf1 ${names.map((name) => `mx:${name}`).join(' ')} -all`] },
      // The last permitted query is one for a mail exchanger, so no other query is in flight when the limit is reached.
      mx: Object.fromEntries(
        names.map((name, index) => [name, names.slice(index === 0 ? 1 : 0).map((host) => `${host}.${name}`)]),
      ),
      addresses: { 'mail.acme.example': ['192.0.2.10'] },
    },
  ],
])('a check of %s sends %i queries', async (_, expected, server, zone) => {
  const heard: string[] = [];
  const dns = await startNameServer({ ...zone, onQuery: (name) => heard.push(name) });
  await evaluateSender(dns, 'anna@acme.example', server);

  expect(heard).toHaveLength(expected);
});
