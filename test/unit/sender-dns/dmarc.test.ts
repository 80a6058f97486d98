import { describe, expect, test } from 'vitest';
import { evaluateDmarc, evaluatePolicies } from '#lib/sender-dns/dmarc.ts';
import { DnsUnavailable } from '#lib/sender-dns/dns-queries.ts';
import type { Zone } from '../../support/name-server.ts';
import { asking } from './ask.ts';

describe('a _dmarc record', () => {
  test.each<[readonly string[], string]>([
    // RFC 7489, appendix B.
    [['v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com'], 'pass'],
    [['v=DMARC1; p=none; rua=mailto:a@example.com; ruf=mailto:b@example.com'], 'pass'],
    [['v=DMARC1; p=quarantine; rua=mailto:a@example.com,mailto:b@thirdparty.example; pct=25'], 'pass'],
    [['v=DMARC1;p=reject;'], 'pass'],
    [['v=spf1 -all', 'v=DMARC1; p=Reject'], 'pass'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'fail'],
    [['v=DMARC1'], 'fail'],
    [['v=DMARC1; p=block'], 'fail'],
    [['v=DMARC1 p=none'], 'fail'],
    [['v=DMARC1; p=none; p=none'], 'fail'],
    [['v=dmarc1; p=none'], 'missing'],
    [['p=none; v=DMARC1'], 'missing'],
    [['v=spf1 -all'], 'missing'],
    [[], 'missing'],
  ])('%j is evaluated as %s', (texts, verdict) => {
    expect(evaluatePolicies(texts)).toBe(verdict);
  });
});

describe('the DMARC policy of a domain', () => {
  const judge = (zone: Zone, domain: string) => asking(zone, (questions) => evaluateDmarc(questions, domain));

  test('is its own policy or the policy of its organisational domain', async () => {
    const txt = {
      '_dmarc.acme.co.uk': ['v=DMARC1; p=none'],
      '_dmarc.co.uk': ['v=DMARC1; p=reject; p=reject'],
    };

    expect(await judge({ txt }, 'acme.co.uk')).toBe('pass');
    expect(await judge({ txt }, 'news.mail.acme.co.uk')).toBe('pass');
    expect(await judge({ txt }, 'other.co.uk')).toBe('missing');
    const own = { ...txt, '_dmarc.mail.acme.co.uk': ['v=DMARC1; p=?'] };
    expect(await judge({ txt: own }, 'mail.acme.co.uk')).toBe('fail');
    expect(await judge({ txt: own }, 'news.mail.acme.co.uk')).toBe('pass');
  });

  test('is unknown when a query failed', async () => {
    await expect(judge({ broken: ['_dmarc.acme.example'] }, 'acme.example')).rejects.toThrow(DnsUnavailable);
  });
});
