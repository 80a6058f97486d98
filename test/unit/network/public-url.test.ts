import { describe, expect, it } from 'vitest';
import { checkPublicHost } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';

it.each([
  'https://hooks.example.com',
  'https://hooks.example.com/path?query=1#part',
  'https://hooks.example.com:443/',
  'https://HOOKS.example.com:8443/',
  'https://bücher.example/',
  'https://my_host.example.com/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]:8443/',
  'https://internal.example.com/',
  'https://localhost.example.com/',
  'https://a1.2b.example/',
  `https://hooks.example.com/${'a'.repeat(2048 - 26)}`,
])('accepts %s', (url) => {
  expect(checkPublicUrl(url, { loopback: 'refuse' })).toMatchObject({ ok: true, rule: 'public' });
});

describe('returns a reason that continues the field name', () => {
  it.each([
    ['http://hooks.example.com/', 'must use https'],
    ['ftp://hooks.example.com/', 'must use https'],
    ['https://hooks.example.com:444/', 'must use port 443 or 8443'],
    ['https://user@hooks.example.com/', 'must not contain a user name or password'],
    ['https://10.0.0.1/', 'must not point to a private or reserved address'],
    ['https://0x7f.1/', 'must not point to a private or reserved address'],
    ['https://printer.local/', 'must not name a host of a private network'],
    ['https://printer/', 'must name a host with its full domain'],
    ['https://printer.example./', 'must name a valid host'],
    ['not a url', 'must be a valid URL'],
    [`https://hooks.example.com/${'a'.repeat(2048)}`, 'must be at most 2048 characters'],
  ])('%s', (url, reason) => {
    expect(checkPublicUrl(url, { loopback: 'refuse' })).toEqual({ ok: false, reason });
  });
});

describe('if loopback is allowed', () => {
  it.each(['http://localhost:4000/hook', 'http://127.0.0.1:1/', 'https://[::1]:9/', 'http://app.localhost/'])(
    'accepts %s, with the rule loopback',
    (url) => {
      expect(checkPublicUrl(url, { loopback: 'allow' })).toMatchObject({ ok: true, rule: 'loopback' });
      expect(checkPublicUrl(url, { loopback: 'refuse' }).ok).toBe(false);
    },
  );

  it('applies all other rules', () => {
    const others = [
      'http://hooks.example.com/',
      'https://hooks.example.com:4000/',
      'https://10.0.0.1/',
      'https://0.0.0.0/',
    ];
    const traps = [
      'http://user@localhost:4000/',
      'http://localhost.:4000/',
      'https://printer.local/',
      'ftp://localhost/',
    ];
    expect([...others, ...traps].filter((url) => checkPublicUrl(url, { loopback: 'allow' }).ok)).toEqual([]);
  });

  it('allows a public name to resolve to loopback, over https', () => {
    expect(checkPublicUrl('https://hooks.example.com/', { loopback: 'allow' })).toMatchObject({
      ok: true,
      rule: 'public_or_loopback',
    });
  });
});

it.each([
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '1.2.3.4.5',
  'example.0x',
  '[::1]',
  '::1',
  '',
  'a b.example',
])('refuses «%s» as a host that is not normalised', (host) => {
  expect(checkPublicHost(host, { loopback: 'refuse' }).ok).toBe(false);
});
