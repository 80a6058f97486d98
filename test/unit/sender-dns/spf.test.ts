import { describe, expect, test } from 'vitest';
import { DnsUnavailable } from '#lib/sender-dns/dns-queries.ts';
import { evaluateSpf } from '#lib/sender-dns/spf.ts';
import { expandName } from '#lib/sender-dns/spf-macros.ts';
import { readSpf } from '#lib/sender-dns/spf-record.ts';
import type { Zone } from '../../support/name-server.ts';
import { asking } from './ask.ts';

/** RFC 7208, appendix A. */
const appendix: Zone = {
  mx: {
    'example.com': ['mail-a.example.com', 'mail-b.example.com'],
    'example.org': ['mail-c.example.org'],
  },
  addresses: {
    'example.com': ['192.0.2.10', '192.0.2.11'],
    'mail-a.example.com': ['192.0.2.129'],
    'mail-b.example.com': ['192.0.2.130'],
    'mail-c.example.org': ['192.0.2.140'],
    'mary.mobile-users._spf.example.com': ['127.0.0.2'],
    '15.15.168.192.remote-users._spf.example.com': ['127.0.0.2'],
  },
};

const judge = (zone: Zone | 'silent', server: string, { domain = 'example.com' } = {}) =>
  asking(zone, (questions) => evaluateSpf(questions, { sender: `mary@${domain}`, domain, server }));

const withRecords = (txt: Record<string, string | string[]>, more: Zone = appendix): Zone => ({
  ...more,
  txt: Object.fromEntries(Object.entries(txt).map(([name, text]) => [name, [text].flat()])),
});

describe('an SPF record', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['v=spf1 +all', ['192.0.2.65', '2001:db8::1'], []],
    ['v=spf1 a -all', ['192.0.2.10', '192.0.2.11'], ['192.0.2.129']],
    ['v=spf1 a:example.org -all', [], ['192.0.2.10', '192.0.2.140']],
    ['v=spf1 mx -all', ['192.0.2.129', '192.0.2.130'], ['192.0.2.140', '192.0.2.10']],
    ['v=spf1 mx:example.org -all', ['192.0.2.140'], ['192.0.2.129']],
    ['v=spf1 mx mx:example.org -all', ['192.0.2.129', '192.0.2.130', '192.0.2.140'], ['192.0.2.10']],
    ['v=spf1 mx/30 mx:example.org/30 -all', ['192.0.2.131', '192.0.2.143'], ['192.0.2.132', '192.0.2.139']],
    ['v=spf1 ip4:192.0.2.128/28 -all', ['192.0.2.129', '192.0.2.140'], ['192.0.2.65', '192.0.2.144']],
    ['v=spf1 exists:%{l1r+-}.mobile-users._spf.%{d} -all', ['203.0.113.1'], []],
    [
      'v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d} exists:%{ir}.remote-users._spf.%{d} -all',
      ['192.168.15.15'],
      [],
    ],
    ['v=spf1 ip6:2001:db8::/32 -all', ['2001:db8:1::1'], ['2001:db9::1', '192.0.2.1']],
    ['v=spf1 a//64 ip4:192.0.2.1 -all', ['192.0.2.1'], ['2001:db8::1']],
    ['V=SPF1 MX -ALL', ['192.0.2.129'], ['192.0.2.10']],
    ['v=spf1 -ip4:192.0.2.1 ~ip4:192.0.2.2 ?ip4:192.0.2.3 +all', ['192.0.2.4'], ['192.0.2.1', '192.0.2.3']],
    ['v=spf1 ~all', [], ['192.0.2.1']],
    ['v=spf1', [], ['192.0.2.1']],
    ['v=spf1 unknown=1 unknown=2 exp=why.%{d} mx', ['192.0.2.129'], []],
  ])('«%s» allows only the addresses that it lists', async (text, allowed, refused) => {
    const zone = withRecords({ 'example.com': text });

    for (const address of allowed) expect(await judge(zone, address)).toBe('pass');
    for (const address of refused) expect(await judge(zone, address)).toBe('fail');
  });

  test('uses only the «pass» of an include, and every result of a redirect', async () => {
    const zone = withRecords({
      'example.com': 'v=spf1 include:lists.example.net include:soft.example.net ?all',
      'redirected.example.com': 'v=spf1 redirect=lists.example.net',
      'lists.example.net': 'v=spf1 ip4:192.0.2.1 -all',
      'soft.example.net': 'v=spf1 ~ip4:192.0.2.2 ip4:192.0.2.3 -all',
    });

    expect(await judge(zone, '192.0.2.1')).toBe('pass');
    expect(await judge(zone, '192.0.2.2')).toBe('fail');
    expect(await judge(zone, '192.0.2.3')).toBe('pass');
    expect(await judge(zone, '192.0.2.1', { domain: 'redirected.example.com' })).toBe('pass');
    expect(await judge(zone, '192.0.2.3', { domain: 'redirected.example.com' })).toBe('fail');
  });

  test('allows a server if it allows one of its addresses', async () => {
    const zone = withRecords({ 'example.com': 'v=spf1 ip4:192.0.2.11 -all' });

    expect(await judge(zone, 'example.com')).toBe('pass');
    expect(await judge(zone, 'mail-a.example.com')).toBe('fail');
    expect(await judge(zone, 'gone.example.com')).toBe('fail');
  });

  test('is missing without a record, and fails with two records', async () => {
    expect(await judge(withRecords({ 'example.com': ['v=spf10 +all', 'v=spf', 'x'] }), '192.0.2.1')).toBe(
      'missing',
    );
    expect(await judge(withRecords({}), '192.0.2.1')).toBe('missing');
    const twice = withRecords({ 'example.com': ['v=spf1 +all', 'v=spf1 mx'] });
    expect(await judge(twice, '192.0.2.1')).toBe('fail');
  });

  test.each([
    'v=spf1 foo +all',
    'v=spf1 a:',
    'v=spf1 include +all',
    'v=spf1 all:example.org +all',
    'v=spf1 ip4:192.0.2.300 +all',
    'v=spf1 ip4:192.0.2.0/33 +all',
    'v=spf1 ip4:2001:db8::1 +all',
    'v=spf1 ip6:2001:db8::/129 +all',
    'v=spf1 mx//200 +all',
    'v=spf1 exists:%{x}.example.com +all',
    'v=spf1 exists:%{i.example.com +all',
    'v=spf1 a:100%.example.com +all',
    'v=spf1 redirect=a.example redirect=b.example',
    'v=spf1 --all',
    `v=spf1 ${'ip4:192.0.2.1 '.repeat(250)}+all`,
    `v=spf1 ${'x'.repeat(5000)}=1 +all`,
  ])('«%s» is malformed', (text) => {
    expect(readSpf(text.slice(0, 4096))).toBeUndefined();
  });
});

describe('macros in a name (RFC 7208, section 7.4)', () => {
  const sender = 'strong-bad@email.example.com';
  const subject = { sender, address: '192.0.2.3', helo: 'mail.example.com' };

  test.each([
    ['%{s}', 'strong-bad@email.example.com'],
    ['%{o}', 'email.example.com'],
    ['%{d}', 'email.example.com'],
    ['%{d4}', 'email.example.com'],
    ['%{d2}', 'example.com'],
    ['%{d1}', 'com'],
    ['%{dr}', 'com.example.email'],
    ['%{d2r}', 'example.email'],
    ['%{l}', 'strong-bad'],
    ['%{l-}', 'strong.bad'],
    ['%{lr}', 'strong-bad'],
    ['%{lr-}', 'bad.strong'],
    ['%{l1r-}', 'strong'],
    ['%{H}', 'mail.example.com'],
    ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
    ['%{lr-}.lp._spf.%{d2}', 'bad.strong.lp._spf.example.com'],
    ['%{lr-}.lp.%{ir}.%{v}._spf.%{d2}', 'bad.strong.lp.3.2.0.192.in-addr._spf.example.com'],
    ['%{d2}.trusted-domains.example.net', 'example.com.trusted-domains.example.net'],
    ['a%%b%_c%-d.example', 'a%b c%20d.example'],
  ])('%s', (spec, expanded) => {
    expect(expandName(spec, 'email.example.com', subject)).toBe(expanded);
  });

  test('expand an IPv6 address to its digits', () => {
    const ipv6 = { ...subject, address: '2001:db8::cb01' };

    expect(expandName('%{ir}.%{v}._spf.%{d2}', 'email.example.com', ipv6)).toBe(
      '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com',
    );
  });

  test('that make a name too long remove its first labels, in linear time', () => {
    const expanded = expandName('%{s}.'.repeat(800), 'email.example.com', subject);

    expect(expanded.length).toBeLessThanOrEqual(253);
    expect(`${subject.sender}.`.repeat(800).endsWith(`.${expanded}`)).toBe(true);
  });
});

describe('a server of a provider', () => {
  const addresses = {
    'smtp.gmail.com': ['192.0.2.200'],
    'smtp.office365.com': ['192.0.2.201'],
    'smtp.eu.mailgun.org': ['192.0.2.202'],
    'smtp.relay.co.uk': ['192.0.2.203'],
    'smtp.example.com': ['192.0.2.204'],
  };

  test.each([
    ['smtp.gmail.com', 'v=spf1 include:_spf.google.com ~all', 'pass'],
    ['smtp.gmail.com', 'v=spf1 redirect=_spf.google.com', 'pass'],
    ['smtp.office365.com', 'v=spf1 include:spf.protection.outlook.com -all', 'pass'],
    ['smtp.eu.mailgun.org', 'v=spf1 include:mailgun.org -all', 'pass'],
    ['smtp.relay.co.uk', 'v=spf1 include:_spf.relay.co.uk -all', 'pass'],
    ['smtp.relay.co.uk', 'v=spf1 include:_spf.other.co.uk -all', 'fail'],
    ['smtp.gmail.com', 'v=spf1 include:spf.protection.outlook.com -all', 'fail'],
    ['smtp.gmail.com', 'v=spf1 include:_spf.google.com.other.example -all', 'fail'],
    ['smtp.gmail.com', 'v=spf1 -all include:_spf.google.com', 'fail'],
    ['smtp.gmail.com', 'v=spf1 ?include:_spf.google.com -all', 'fail'],
    ['smtp.example.com', 'v=spf1 include:_spf.example.com -all', 'fail'],
  ])('%s is evaluated by «%s»: %s', async (server, text, verdict) => {
    const others = ['_spf.example.com', '_spf.other.co.uk', 'spf.protection.outlook.com'];
    const txt = Object.fromEntries(others.map((name) => [name, 'v=spf1 ip4:198.51.100.1 -all']));
    const zone = withRecords({ ...txt, 'example.com': text }, { addresses });

    expect(await judge(zone, server)).toBe(verdict);
  });
});

describe('a hostile SPF record', () => {
  /** Number of queries for a verdict. */
  async function count(zone: Zone) {
    const heard: string[] = [];
    const verdict = await judge({ ...zone, onQuery: (name) => heard.push(name) }, '192.0.2.1');

    return { verdict, questions: heard.length };
  }

  test('that includes itself or an endless chain is followed ten times', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 50 }, (_, step) => [
        `s${step}.example`,
        `v=spf1 include:s${step + 1}.example -all`,
      ]),
    );

    expect(await count(withRecords({ 'example.com': 'v=spf1 include:example.com -all' }))).toEqual({
      verdict: 'fail',
      questions: 1,
    });
    expect(await count(withRecords({ ...chain, 'example.com': 'v=spf1 include:s0.example -all' }))).toEqual({
      verdict: 'fail',
      questions: 11,
    });
    const many = Array.from({ length: 11 }, (_, step) => `a:s${step}.example`).join(' ');
    const found = Object.fromEntries(Object.keys(chain).map((name) => [name, ['198.51.100.1']]));
    const zone = withRecords({ 'example.com': `v=spf1 ${many} +all` }, { addresses: found });
    expect(await count(zone)).toEqual({ verdict: 'fail', questions: 21 });
  });

  test('with missing names or too many hosts fails', async () => {
    const text = 'v=spf1 a:one.example a:two.example a:three.example +all';
    const hosts = Array.from({ length: 11 }, (_, host) => `mx${host}.example`);

    expect(await count(withRecords({ 'example.com': text }))).toMatchObject({ verdict: 'fail' });
    expect(
      await count(withRecords({ 'example.com': 'v=spf1 mx +all' }, { mx: { 'example.com': hosts } })),
    ).toEqual({ verdict: 'fail', questions: 2 });
  });

  test('causes no query for a name of a private network', async () => {
    const heard: string[] = [];
    const text = 'v=spf1 a:db.internal a:intranet a:10.0.0.1 -all';
    const zone = { ...withRecords({ 'example.com': text }), onQuery: (name: string) => heard.push(name) };

    expect(await judge(zone, '192.0.2.1')).toBe('fail');
    expect(new Set(heard)).toEqual(new Set(['example.com']));
  });

  test('among thousands of records, or behind a CNAME loop, is ignored', async () => {
    const texts = Array.from({ length: 3000 }, (_, number) => `${number}`);

    expect(await judge(withRecords({ 'example.com': texts }), '192.0.2.1')).toBe('missing');
    expect(await judge({ cname: { 'example.com': 'example.com' } }, '192.0.2.1')).toBe('missing');
  });
});

test('a failed query gives no verdict', async () => {
  const zone = withRecords({ 'example.com': 'v=spf1 include:other.example +all' });

  await expect(judge({ broken: ['example.com'] }, '192.0.2.1')).rejects.toThrow(DnsUnavailable);
  await expect(judge({ ...zone, broken: ['other.example'] }, '192.0.2.1')).rejects.toThrow(DnsUnavailable);
});
