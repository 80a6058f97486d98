import { describe, expect, test } from 'vitest';
import { isRefusal, readRefusal } from '#lib/mail/refusal.ts';

describe('The parser of negative SMTP replies', () => {
  test.each([
    ['550 5.1.1 <ann@example.com>: no such user here', 550, '5.1.1', '<ann@example.com>: no such user here'],
    [
      '550-5.1.1 The account\r\n550-5.1.1 does not\r\n550 5.1.1 exist.',
      550,
      '5.1.1',
      'The account does not exist.',
    ],
    ['550-Unknown\n550 user', 550, null, 'Unknown user'],
    ['451 4.3.0', 451, '4.3.0', null],
    ['550', 550, null, null],
    ['554 5.10.100 odd', 554, '5.10.100', 'odd'],
    ['554 5.1.1.9 is an address of the internet', 554, null, '5.1.1.9 is an address of the internet'],
    ['550 5.1.1 a\u0000\tb\u200b c', 550, '5.1.1', 'a b c'],
  ])('reads %j', (reply, smtpCode, enhancedCode, diagnostic) => {
    expect(readRefusal(reply)).toEqual({ smtpCode, enhancedCode, diagnostic });
  });

  test('limits the diagnostic to 300 characters', () => {
    expect(readRefusal(`550 5.1.1 ${'long '.repeat(1000)}`).diagnostic).toHaveLength(300);
  });

  test.each([
    ['450 later', true],
    ['550-no\n550 never', true],
    ['554', true],
    ['250 ok', false],
    ['354 go on', false],
    ['55', false],
    ['5500 ok', false],
    ['error 550', false],
    [undefined, false],
  ])('detects whether a reply is negative: %j', (reply, refuses) => {
    expect(isRefusal(reply)).toBe(refuses);
  });
});
