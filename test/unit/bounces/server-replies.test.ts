import { describe, expect, test } from 'vitest';
import { classifyFailure } from '#lib/bounces/classify-failure.ts';
import { readRefusal } from '#lib/mail/refusal.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { hardReplies, softReplies } from './server-replies.ts';

describe('A reply that the address is invalid', () => {
  test.each(hardReplies)('of %s is a hard bounce (%s): %s', (_, reason, reply) => {
    expect(classifyFailure('', reply)).toMatchObject({ reason, isHard: true });
  });
});

describe('A reply for another reason', () => {
  test.each(softReplies)('of %s is not a hard bounce (%s): %s', (_, reason, reply) => {
    expect(classifyFailure('', reply)).toMatchObject({ reason, isHard: false });
  });

  test.each([...softReplies])(
    'of %s is not a hard bounce if its lines arrive in the session',
    (_, __, reply) => {
      const { smtpCode, enhancedCode, diagnostic } = readRefusal(reply);
      const statuses = enhancedCode === null ? [] : [enhancedCode];

      expect(classifyReply({ smtpCode, statuses, words: diagnostic ?? '' }).isHard).toBe(false);
    },
  );
});

test.each([
  ['550 #5.1.0 Address rejected.', '5.1.0', 'Address rejected.'],
  ['550: 5.1.1 no such user', '5.1.1', 'no such user'],
  ['550 5.1.1: no such user', '5.1.1', 'no such user'],
  ['550-5.1.1 no such\n550 5.1.1 user', '5.1.1', 'no such user'],
  ['550 sorry, no mailbox here (#5.1.1)', '5.1.1', 'sorry, no mailbox here (#5.1.1)'],
  ['550 rejected by Mailer 2.1.1', null, 'rejected by Mailer 2.1.1'],
])('the session and a report read the same codes and words from %j', (reply, enhancedCode, diagnostic) => {
  const read = { smtpCode: 550, enhancedCode, diagnostic };

  expect(readRefusal(reply)).toEqual(read);
  expect(classifyFailure('', reply)).toMatchObject(read);
});

test.each([
  'user ',
  'mailbox … ',
  'a@',
  'requested action not taken: ',
  '550 5.1.1 ',
  '-spam ',
  'm'.repeat(50),
])('a reply of repeated «%s» is classified within 50 ms', (part) => {
  expect(cpuTimeOf(() => classifyFailure('5.1.1', part.repeat(40_000)))).toBeLessThan(50);
});
