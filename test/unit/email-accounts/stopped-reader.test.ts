import { expect, test } from 'vitest';
import { hasStoppedReader } from '#lib/email-accounts/inbox/inbox.ts';

const now = 1_000_000;
const first = { uid: 7, tries: 1 };

test.each([
  ['nothing was started', {}, false],
  ['a reader processes its first message', { syncLeaseUntil: now + 1, syncAttempt: first }, false],
  ['a reader tries a message again', { syncLeaseUntil: now + 1, syncAttempt: { uid: 7, tries: 2 } }, true],
  ['the lease of a reader ended', { syncLeaseUntil: now }, true],
  ['a message was started and no reader has the lease', { syncAttempt: first }, true],
])('a follow-up waits for the inbox only after its reader stopped: %s', (_, account, isStopped) => {
  expect(hasStoppedReader(account, now)).toBe(isStopped);
});
