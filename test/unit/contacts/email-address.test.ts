import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockedValue } from '#lib/blocklist/entry.ts';
import { Domain } from '#lib/companies/company.ts';
import { EmailAddress, isEmailAddress, normaliseEmail } from '#lib/values/email-address.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

const local64 = 'x'.repeat(64);

describe('one address', () => {
  test.each([
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neil@example.com",
    '!#$%&*+/=?^_`{|}~-@example.com',
    `${local64}@example.com`,
    'user@bücher.example',
    'user@xn--bcher-kva.example',
    'UPPER@EXAMPLE.COM',
    'user@123.example',
  ])('%s is valid', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  const hostile = [
    '',
    '@',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@b.',
    'a@.co',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@b@example.com',
    'a b@example.com',
    'a@exam ple.com',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    'a@example.com b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a\r\n@example.com',
    'a@example.com\n',
    'a@example.com\0',
    '<a@example.com>',
    'Ann <a@example.com>',
    '"a"@example.com',
    '"a b"@example.com',
    'a@example.com>',
    'a(comment)@example.com',
    'a@(comment)example.com',
    'group:a@example.com;',
    'a\\@example.com',
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a@example.com:25',
    'a@exa"mple.com',
    'a@ex\\ample.com',
    `${local64}x@example.com`,
    'mailto:a@example.com',
    'a%00@example.com,',
    'a@example.com?bcc=b@example.com',
    'a@exam\u0000ple.com',
    'a@exam%ple.com',
    'a@exa\u200bmple.com ,b@c.de',
    '＜a@example.com＞',
  ];

  test.each(hostile)('%j is invalid', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  test('is at most 254 characters long', () => {
    const domain = `${`${'d'.repeat(60)}.`.repeat(4)}dddd.com`;

    expect(EmailAddress.safeParse(`a@${domain}`).data).toHaveLength(254);
    expect(EmailAddress.safeParse(`ab@${domain}`).success).toBe(false);
  });

  test('never contains a character that could start another recipient or header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ maxLength: 20 }),
        (local, domain) => {
          for (const address of [local, `${local}@example.com`, `a@${domain}.com`]) {
            // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be rejected
            if (isEmailAddress(address)) expect(address).not.toMatch(/[\s,;:<>()[\]"\\\u0000-\u001f\u007f]/);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('is checked within 50 ms for a text of any length', () => {
    const hostile = [
      `a@${'.'.repeat(190_000)},`,
      `${'!'.repeat(190_000)}@`,
      `a@${'b.'.repeat(95_000)}`,
      '@'.repeat(190_000),
      `a@${'\u0323\u0301'.repeat(95_000)}`,
    ];
    for (const text of hostile) {
      expect(cpuTimeOf(() => expect(isEmailAddress(text)).toBe(false))).toBeLessThan(50);
      expect(cpuTimeOf(() => expect(EmailAddress.safeParse(text).success).toBe(false))).toBeLessThan(50);
      expect(cpuTimeOf(() => expect(Domain.safeParse(text.slice(2)).success).toBe(false))).toBeLessThan(50);
      expect(cpuTimeOf(() => expect(BlockedValue.safeParse(text).success).toBe(false))).toBeLessThan(50);
    }
  });
});

describe('two spellings', () => {
  test.each([
    ['Ann@Example.COM', 'ann@example.com'],
    ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
    ['user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
    ['user@ｅｘａｍｐｌｅ.com', 'user@example.com'],
  ])('%s and %s are one mailbox', (one, other) => {
    expect(normaliseEmail(one)).toBe(normaliseEmail(other));
  });

  test.each([
    ['a.b@example.com', 'ab@example.com'],
    ['a+x@example.com', 'a@example.com'],
  ])('%s and %s are two mailboxes', (one, other) => {
    expect(normaliseEmail(one)).not.toBe(normaliseEmail(other));
  });

  test('stay equal when they are normalised again', () => {
    const domain = fc.domain();
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,10}$/), domain, (local, host) => {
        const once = normaliseEmail(`${local}@${host}`);

        expect(normaliseEmail(once)).toBe(once);
      }),
    );
  });
});
