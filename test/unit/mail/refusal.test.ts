import { describe, expect, test } from 'vitest';
import { isHardBounce, readRefusal } from '#lib/mail/refusal.ts';

describe('What a mail server says when it refuses', () => {
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
  ])('%j is read', (reply, smtpCode, enhancedCode, diagnostic) => {
    expect(readRefusal(reply, 'recipient')).toEqual({
      smtpCode,
      enhancedCode,
      diagnostic,
      refuses: 'recipient',
    });
  });

  test('is cut, for it becomes part of an event', () => {
    expect(readRefusal(`550 5.1.1 ${'long '.repeat(1000)}`, 'recipient').diagnostic).toHaveLength(300);
  });
});

describe('Nobody is at the address', () => {
  test.each([
    '550 5.1.1 Recipient rejected',
    '550 5.1.0 Address rejected',
    '550 5.1.2 No such domain',
    '556 5.1.10 Recipient address has null MX',
    '550 5.2.1 The account is disabled',
    '550 5.0.0 Unknown user',
    '550 User unknown in virtual mailbox table',
    '550 No such mailbox',
    '550-Sorry,\n550 recipient not found',
  ])('when the server says %j', (reply) => {
    expect(isHardBounce(readRefusal(reply, 'recipient'))).toBe(true);
  });

  test.each([
    ['552 5.2.2 Mailbox full', 'it is full'],
    ['550 5.7.1 Unknown user blocked by policy', 'it is a policy'],
    ['550 5.7.515 Sender does not meet the required level', 'it is our own DNS'],
    ['550 5.4.1 Recipient address rejected', 'it is a route'],
    ['550 5.1.8 Sender domain not found', 'it is the sender’s address'],
    ['550 5.1.7 Bad sender', 'it is the sender’s address'],
    ['450 4.1.1 User unknown', 'it is for now'],
    ['451 User unknown', 'it is for now'],
    ['550 refused', 'there is no reason'],
    ['550 5.0.0 Spam', 'there is no such reason'],
    ['554 5.3.4 Message too big', 'it is the mail'],
  ])('is not what %j says: %s', (reply) => {
    expect(isHardBounce(readRefusal(reply, 'recipient'))).toBe(false);
  });

  test('is not what a refused sender says', () => {
    expect(isHardBounce(readRefusal('550 5.1.1 User unknown', 'sender'))).toBe(false);
  });
});
