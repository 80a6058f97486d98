import { describe, expect, test } from 'vitest';
import { evaluateDkim, evaluateKey } from '#lib/sender-dns/dkim.ts';
import { DnsUnavailable } from '#lib/sender-dns/dns-queries.ts';
import type { Zone } from '../../support/name-server.ts';
import { asking } from './ask.ts';

const key = 'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ==';
const revoked = 'v=DKIM1; p=';

describe('a DKIM key record', () => {
  test.each([
    // RFC 6376, appendix C, and RFC 8463, appendix A.2.
    [
      'v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB',
      'pass',
    ],
    ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=', 'pass'],
    ['k=rsa; p=MIGf MA0G\tCSqG', 'pass'],
    ['p=MIGf', 'pass'],
    ['v=DKIM1; t=y; s=email; n=a note; p=MIGf;', 'pass'],
    [revoked, 'fail'],
    ['v=DKIM1; p= ;', 'fail'],
    ['v=DKIM1; k=rsa', 'fail'],
    ['v=DKIM2; p=MIGf', 'fail'],
    ['p=MIGf; v=DKIM1', 'fail'],
    ['v=DKIM1; k=dsa; p=MIGf', 'fail'],
    ['v=DKIM1; s=chat; p=MIGf', 'fail'],
    ['v=DKIM1; p=MIGf; p=MIGf', 'fail'],
    ['v=DKIM1; p=not base64!', 'fail'],
    ['v=DKIM1 p=MIGf', 'fail'],
    ['v=spf1 -all', 'missing'],
    ['', 'missing'],
    ['some words', 'missing'],
  ])('«%s» is evaluated as %s', (text, verdict) => {
    expect(evaluateKey(text)).toBe(verdict);
  });
});

describe('the DKIM key of a domain', () => {
  const judge = (zone: Zone, server = 'mail.acme.example') =>
    asking(zone, (questions) => evaluateDkim(questions, 'acme.example', server));
  const under = (texts: Record<string, string>): Zone => ({
    txt: Object.fromEntries(
      Object.entries(texts).map(([selector, text]) => [`${selector}._domainkey.acme.example`, [text]]),
    ),
  });

  test('is found under a common selector, even if others are revoked', async () => {
    expect(await judge(under({ s2: key, default: revoked }))).toBe('pass');
    expect(await judge(under({ default: revoked, mail: 'v=DKIM1; p=?' }))).toBe('fail');
    expect(await judge(under({ unheard: key }))).toBe('missing');
    expect(await judge({})).toBe('missing');
  });

  test('is searched under the selectors of its provider first, and under others only if missing', async () => {
    const heard: string[] = [];
    const zone = { ...under({ google: key }), onQuery: (name: string) => heard.push(name) };

    expect(await judge(zone, 'smtp.gmail.com')).toBe('pass');
    expect(heard.map((name) => name.split('.')[0]).sort()).toEqual(['20230601', 'google']);
  });

  test('is unknown, not missing, when a query failed', async () => {
    const broken = ['pm._domainkey.acme.example'];

    await expect(judge({ broken })).rejects.toThrow(DnsUnavailable);
    expect(await judge({ ...under({ s1: key }), broken })).toBe('pass');
  });
});
