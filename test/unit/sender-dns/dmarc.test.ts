import { describe, expect, test } from 'vitest';
import { evaluateDmarc } from '#lib/sender-dns/dmarc.ts';
import { DnsUnavailable } from '#lib/sender-dns/dns-queries.ts';
import type { Zone } from '../../support/name-server.ts';
import { asking } from './ask.ts';

const judge = (zone: Zone, domain: string) => asking(zone, (questions) => evaluateDmarc(questions, domain));

describe('a _dmarc record', () => {
  test.each<[readonly string[], string]>([
    [['v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com'], 'pass'],
    [['v=DMARC1; p=none; rua=mailto:a@example.com; ruf=mailto:b@example.com'], 'pass'],
    [['v=DMARC1; rua=mailto:a@example.com; p=quarantine; t=y; np=reject; psd=n'], 'pass'],
    [['v=DMARC1;p=reject;'], 'pass'],
    [['v=spf1 -all', 'v=DMARC1; p=Reject'], 'pass'],
    // RFC 9989: a missing `p` means `none`, and removed or unknown tags and malformed ones are ignored.
    [['v=DMARC1; rua=mailto:d@example.com'], 'pass'],
    [['v=DMARC1'], 'pass'],
    [['v=DMARC1; p=none; pct=25; rf=afrf; ri=x; later=1'], 'pass'],
    [['v=DMARC1; p=none; reports please;; =x'], 'pass'],
    // RFC 9989: an invalid policy counts as `none` only if reports are requested.
    [['v=DMARC1; p=monitor; rua=mailto:d@example.com'], 'pass'],
    [['v=DMARC1; p=none; sp=block; rua=https://d.example.com/reports, mailto:d@example.com!10m'], 'pass'],
    [['v=DMARC1; p=none; sp=block'], 'fail'],
    [['v=DMARC1; p=none; np=block; rua=d@example.com'], 'fail'],
    [['v=DMARC1; p=block'], 'fail'],
    [['v=DMARC1; p=; rua='], 'fail'],
    [['v=DMARC1; p=none; p=none'], 'fail'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'fail'],
    [['v=DMARC1 p=none'], 'fail'],
    [['v=dmarc1; p=none'], 'missing'],
    [['p=none; v=DMARC1'], 'missing'],
    [['v=spf1 -all'], 'missing'],
    [[], 'missing'],
  ])('%j is evaluated as %s', async (texts, verdict) => {
    expect(await judge({ txt: { '_dmarc.acme.example': texts } }, 'acme.example')).toBe(verdict);
  });
});

describe('the DMARC policy of a domain', () => {
  test('is its own policy or the policy of the shortest parent that has one', async () => {
    const txt = {
      '_dmarc.acme.example': ['v=DMARC1; p=none'],
      '_dmarc.mail.acme.example': ['v=DMARC1; p=?'],
    };

    expect(await judge({ txt }, 'acme.example')).toBe('pass');
    expect(await judge({ txt }, 'news.mail.acme.example')).toBe('pass');
    expect(await judge({ txt }, 'mail.acme.example')).toBe('fail');
    expect(await judge({ txt }, 'other.example')).toBe('missing');
  });

  test('is the policy of the public suffix only if the organisational domain has none', async () => {
    const txt = {
      '_dmarc.bank': ['v=DMARC1; p=reject; psd=y'],
      '_dmarc.acme.bank': ['v=DMARC1; p=?'],
      '_dmarc.mail.other.bank': ['v=DMARC1; p=?'],
    };

    expect(await judge({ txt }, 'third.bank')).toBe('pass');
    expect(await judge({ txt }, 'mail.acme.bank')).toBe('fail');
    expect(await judge({ txt }, 'news.mail.other.bank')).toBe('pass');
  });

  test('is the policy of the parent that declares itself the organisational domain', async () => {
    const txt = {
      '_dmarc.acme.example': ['v=DMARC1; p=?'],
      '_dmarc.lab.acme.example': ['v=DMARC1; p=none; psd=n'],
    };

    expect(await judge({ txt }, 'mail.lab.acme.example')).toBe('pass');
    expect(await judge({ txt }, 'mail.acme.example')).toBe('fail');
  });

  test('is not an ignored record: the walk continues behind it', async () => {
    const twice = ['v=DMARC1; p=none', 'v=DMARC1; p=none'];

    expect(
      await judge(
        { txt: { '_dmarc.mail.acme.example': twice, '_dmarc.acme.example': ['v=DMARC1; p=none'] } },
        'mail.acme.example',
      ),
    ).toBe('pass');
    expect(await judge({ txt: { '_dmarc.acme.example': twice } }, 'mail.acme.example')).toBe('fail');
  });

  test('is found with at most eight queries, for any number of labels', async () => {
    const names: string[] = [];
    const queries = {
      addresses: async () => [],
      mailHosts: async () => [],
      texts: async (name: string) => {
        names.push(name);
        return [];
      },
    };

    expect(await evaluateDmarc(queries, `${'a.'.repeat(100)}b.c.d.e.f.acme.example`)).toBe('missing');
    expect(names.slice(1)).toEqual([
      '_dmarc.b.c.d.e.f.acme.example',
      '_dmarc.c.d.e.f.acme.example',
      '_dmarc.d.e.f.acme.example',
      '_dmarc.e.f.acme.example',
      '_dmarc.f.acme.example',
      '_dmarc.acme.example',
      '_dmarc.example',
    ]);
  });

  test('is unknown when a query failed', async () => {
    await expect(judge({ broken: ['_dmarc.acme.example'] }, 'acme.example')).rejects.toThrow(DnsUnavailable);
  });
});
