import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type SecureVersion, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { logInToSmtp, openSmtp, SmtpUnavailable, smtpBudget } from '#lib/mail/smtp.ts';
import { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { startScriptedServer } from '../../support/scripted-smtp.ts';
import { isWholeTier } from '../../support/tier.ts';

const email = 'me@example.org';
const credential = { kind: 'password', password: 'correct horse' } as const;
const token = { kind: 'token', accessToken: 'ya29.for-an-hour' } as const;
const smtpAt = (port: number, host = 'localhost') => ({ host, port, secure: false, username: 'me' });
const unreachable = new SmtpUnavailable({ kind: 'unreachable', smtpCode: null });

const connected = (port: number) => new BudgetedSocket(connect(port), smtpBudget);

/** A real mail server with TLS that counts logins. */
async function startTlsServer(options: SMTPServerOptions) {
  const logins = { count: 0, tokens: [] as (string | undefined)[] };
  const server = new SMTPServer({
    ...options,
    logger: false,
    onAuth: ({ username, accessToken }, _session, done) => {
      logins.count += 1;
      logins.tokens.push(accessToken);
      done(null, { user: username });
    },
  });
  server.on('error', () => undefined).listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));

  return { logins, port: (server.server.address() as AddressInfo).port };
}

describe('without TLS', () => {
  const logInAt = async (port: number) =>
    logInToSmtp(connected(port), { email, smtp: smtpAt(port) }, credential, 'over_tls');

  test.each([
    ['does not support STARTTLS', {}, 502],
    ['temporarily rejects STARTTLS', { starttls: { say: '454 4.7.0 not available\r\n' } }, 454],
    ['disconnects during the handshake', { starttls: { say: '220 go on\r\n', ends: 'close' } }, null],
    // The client waits ten seconds for the handshake.
    ...(isWholeTier
      ? [
          [
            'continues in plain text after STARTTLS',
            { starttls: { say: '220 go on\r\n250 AUTH PLAIN\r\n' } },
            null,
          ] as const,
        ]
      : []),
  ] as const)('a server that %s receives no user name and no password', async (_, script, smtpCode) => {
    const server = await startScriptedServer(script);

    await expect(logInAt(server.port)).rejects.toMatchObject({ failure: { kind: 'unreachable', smtpCode } });
    expect(server.receivedLines.slice(0, 2)).toEqual(['EHLO example.org', 'STARTTLS']);
    expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });
});

test('a server without TLS receives no token', async () => {
  const server = await startScriptedServer({});
  const login = logInToSmtp(connected(server.port), { email, smtp: smtpAt(server.port) }, token, 'over_tls');

  await expect(login).rejects.toMatchObject({ failure: { kind: 'unreachable', smtpCode: 502 } });
  expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
});

describe.skipIf(!hasOpenssl)('with TLS', () => {
  let [trusted, expired, otherHost, untrusted]: Certificate[] = [];
  beforeAll(() => {
    [trusted, expired, otherHost, untrusted] = [
      makeCertificate(),
      makeCertificate('DNS:localhost', -1),
      makeCertificate('DNS:mail.example.net'),
      makeCertificate(),
    ];
    setDefaultCACertificates([trusted, expired, otherHost].map((one) => one?.cert ?? ''));
  });

  describe.each([
    ['implicit TLS', true],
    ['STARTTLS', false],
  ])('%s', (_, secure) => {
    test('logs in to a server with a trusted certificate for its name', async () => {
      const { logins, port } = await startTlsServer({ ...trusted, secure });
      const session = await openSmtp({ email, smtp: { ...smtpAt(port), secure } }, credential, 'allow');
      session.close();

      expect(logins.count).toBe(1);
    });

    test('sends the token of an account that uses OAuth', async () => {
      const { logins, port } = await startTlsServer({ ...trusted, secure, authMethods: ['XOAUTH2'] });
      const session = await openSmtp({ email, smtp: { ...smtpAt(port), secure } }, token, 'allow');
      session.close();

      expect(logins.tokens).toEqual([token.accessToken]);
    });

    test.each([
      ['has no trusted issuer', () => untrusted],
      ['belongs to another server', () => otherHost],
      ['has expired', () => expired],
    ])('a server with a certificate that %s receives no password', async (_name, certificate) => {
      const { logins, port } = await startTlsServer({ ...certificate(), secure });
      const sender = { email, smtp: { ...smtpAt(port), secure } };

      await expect(openSmtp(sender, credential, 'allow')).rejects.toEqual(unreachable);
      expect(logins.count).toBe(0);
    });

    test.each<SecureVersion>(['TLSv1', 'TLSv1.1'])(
      'a server that only knows %s learns no password',
      async (maxVersion) => {
        const old = { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
        const { logins, port } = await startTlsServer({ ...trusted, ...old, secure });
        const sender = { email, smtp: { ...smtpAt(port), secure } };

        await expect(openSmtp(sender, credential, 'allow')).rejects.toEqual(unreachable);
        expect(logins.count).toBe(0);
      },
    );
  });

  test('uses implicit TLS on port 465 regardless of the account’s setting', async () => {
    const { logins, port } = await startTlsServer({ ...trusted, secure: true });
    const session = await logInToSmtp(connected(port), { email, smtp: smtpAt(465) }, credential, 'over_tls');
    session.close();

    expect(logins.count).toBe(1);
  });

  test('accepts a certificate for the IP address if the host is an IP address', async () => {
    const { logins, port } = await startTlsServer({ ...trusted, secure: true });
    const smtp = { ...smtpAt(port, '127.0.0.1'), secure: true };
    const session = await openSmtp({ email, smtp }, credential, 'allow');
    session.close();

    expect(logins.count).toBe(1);
  });
});
