import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type SecureVersion, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { logIn, openSmtp, SmtpUnavailable, smtpBudget } from '#lib/mail/smtp.ts';
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

/** A real mail server with TLS, which counts the logins that reach it. */
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
    logIn(connected(port), { email, smtp: smtpAt(port) }, credential, 'over_tls');

  test.each([
    ['does not know STARTTLS', {}, 502],
    ['cannot do STARTTLS now', { starttls: { say: '454 4.7.0 not available\r\n' } }, 454],
    ['breaks off its handshake', { starttls: { say: '220 go on\r\n', ends: 'close' } }, null],
    // Whoever waits for the rest of it waits ten seconds.
    ...(isWholeTier
      ? [
          [
            'answers the handshake in clear',
            { starttls: { say: '220 go on\r\n250 AUTH PLAIN\r\n' } },
            null,
          ] as const,
        ]
      : []),
  ] as const)('a server that %s learns no user name and no password', async (_, script, smtpCode) => {
    const server = await startScriptedServer(script);

    await expect(logInAt(server.port)).rejects.toEqual(
      new SmtpUnavailable({ kind: 'unreachable', smtpCode }),
    );
    expect(server.receivedLines.slice(0, 2)).toEqual(['EHLO example.org', 'STARTTLS']);
    expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });
});

test('a server without TLS learns no token', async () => {
  const server = await startScriptedServer({});
  const login = logIn(connected(server.port), { email, smtp: smtpAt(server.port) }, token, 'over_tls');

  await expect(login).rejects.toEqual(new SmtpUnavailable({ kind: 'unreachable', smtpCode: 502 }));
  expect(server.receivedLines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
});

describe.skipIf(!hasOpenssl)('with TLS', () => {
  let [ours, expired, foreign, strange]: Certificate[] = [];
  beforeAll(() => {
    [ours, expired, foreign, strange] = [
      makeCertificate(),
      makeCertificate('DNS:localhost', -1),
      makeCertificate('DNS:mail.example.net'),
      makeCertificate(),
    ];
    setDefaultCACertificates([ours, expired, foreign].map((one) => one?.cert ?? ''));
  });

  describe.each([
    ['from the first byte', true],
    ['by STARTTLS', false],
  ])('%s', (_, secure) => {
    test('a server whose certificate is trusted for its name is logged in to', async () => {
      const { logins, port } = await startTlsServer({ ...ours, secure });
      const session = await openSmtp({ email, smtp: { ...smtpAt(port), secure } }, credential, 'allow');
      session.close();

      expect(logins.count).toBe(1);
    });

    test('it is handed a token where the account has one', async () => {
      const { logins, port } = await startTlsServer({ ...ours, secure, authMethods: ['XOAUTH2'] });
      const session = await openSmtp({ email, smtp: { ...smtpAt(port), secure } }, token, 'allow');
      session.close();

      expect(logins.tokens).toEqual([token.accessToken]);
    });

    test.each([
      ['nobody vouches for', () => strange],
      ['is another server’s', () => foreign],
      ['has ended', () => expired],
    ])('a server with a certificate that %s learns no password', async (_name, certificate) => {
      const { logins, port } = await startTlsServer({ ...certificate(), secure });
      const sender = { email, smtp: { ...smtpAt(port), secure } };

      await expect(openSmtp(sender, credential, 'allow')).rejects.toEqual(unreachable);
      expect(logins.count).toBe(0);
    });

    test.each<SecureVersion>(['TLSv1', 'TLSv1.1'])(
      'a server that only knows %s learns no password',
      async (maxVersion) => {
        const old = { minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
        const { logins, port } = await startTlsServer({ ...ours, ...old, secure });
        const sender = { email, smtp: { ...smtpAt(port), secure } };

        await expect(openSmtp(sender, credential, 'allow')).rejects.toEqual(unreachable);
        expect(logins.count).toBe(0);
      },
    );
  });

  test('on port 465 there is TLS from the first byte, whatever was said of the server', async () => {
    const { logins, port } = await startTlsServer({ ...ours, secure: true });
    const session = await logIn(connected(port), { email, smtp: smtpAt(465) }, credential, 'over_tls');
    session.close();

    expect(logins.count).toBe(1);
  });

  test('an address is no name: the certificate must be for it', async () => {
    const { logins, port } = await startTlsServer({ ...ours, secure: true });
    const smtp = { ...smtpAt(port, '127.0.0.1'), secure: true };
    const session = await openSmtp({ email, smtp }, credential, 'allow');
    session.close();

    expect(logins.count).toBe(1);
  });
});
