import { expect, test } from 'vitest';
import { throwImapUnavailable } from '#lib/mail/imap-failure.ts';

/** An error of imapflow for a rejected login. */
const rejection = (serverResponseCode: string | undefined, responseText: string) =>
  Object.assign(new Error('Command failed'), {
    authenticationFailed: true,
    responseStatus: 'NO',
    serverResponseCode,
    responseText,
  });

test.each([
  ['auth', 'AUTHENTICATIONFAILED', 'Invalid credentials (Failure)'],
  ['auth', undefined, 'LOGIN failed.'],
  // Gmail: an account with two-step verification needs an app password.
  ['auth', 'ALERT', 'Application-specific password required: https://support.example.com/185833 (Failure)'],
  ['unreachable', 'ALERT', 'Too many simultaneous connections. (Failure)'],
  ['unreachable', 'UNAVAILABLE', 'Temporary authentication failure'],
  ['unreachable', undefined, 'Server busy, try again later'],
])('a rejected login is %s for the code %s and the text “%s”', (kind, code, text) => {
  expect(() => throwImapUnavailable(rejection(code, text))).toThrow(expect.objectContaining({ kind }));
});
