import { describe, expect, test } from 'vitest';
import { describeFailure, passwordAdvice } from '#lib/connect/login-messages.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';

const failure = (fields: object) => Object.assign(new Error('secret words of a server'), fields);

describe('a failure of a server is explained', () => {
  test.each([
    [new ConnectionFailure('dns'), 'the host does not exist'],
    [new ConnectionFailure('timeout'), 'it did not respond in time'],
    [failure({ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'its certificate is not'],
    [failure({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'its certificate is not'],
    [failure({ code: 'ETLS', response: '502 what?' }), 'it does not support TLS'],
    [failure({ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }), 'it does not support TLS'],
    [failure({ code: 'ETIMEDOUT' }), 'it did not respond in time'],
    [failure({ code: 'EPROTOCOL', response: 'HTTP/1.1 400' }), 'it does not respond like a mail server'],
    [failure({ code: 'ECONNECTION' }), 'it ended the session'],
    ['no error', 'it closed the connection'],
  ])('without quoting the server: %s', (error, words) => {
    expect(describeFailure(error)).toContain(words);
    expect(describeFailure(error)).not.toMatch(/secret|502|400/);
  });
});

test.each([
  ['smtp.gmail.com', 'OAuth or an app password'],
  ['outlook.office365.com', 'sign in with Microsoft'],
  ['SMTP.office365.com', 'sign in with Microsoft'],
  ['smtp.mail.me.com', 'app password'],
  ['imappro.zoho.eu', 'app password'],
  ['gmail.com.acme.example', ''],
  ['notgmail.com', ''],
])('a rejected password at %s gets advice', (host, words) => {
  expect(passwordAdvice(host)).toContain(words);
  expect(passwordAdvice(host) === '').toBe(words === '');
});
