import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { firstReachableServer } from '#lib/connect/first-reachable.ts';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { isWholeTier } from '../../support/tier.ts';

/** Names that the tests' resolver maps to this machine. */
const asking = {
  loopback: 'allow',
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
} as const;

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  return (server.address() as AddressInfo).port;
}

describe.skipIf(!hasOpenssl)('with several hosts', () => {
  let [mail, other]: Certificate[] = [];
  beforeAll(() => {
    [mail, other] = [makeCertificate('DNS:mail.acme.localhost'), makeCertificate('DNS:other.localhost')];
    setDefaultCACertificates([mail, other].map((one) => one?.cert ?? ''));
  });

  /** Commands of each client after connecting; there must be no login. */
  const logins: string[] = [];
  const smtpAt = async (certificate: Certificate | undefined, secure: boolean) => {
    const server = new SMTPServer({
      ...certificate,
      secure,
      logger: false,
      onAuth: ({ username }, _session, done) => {
        logins.push(String(username));
        done(null, { user: username });
      },
    });
    server.on('error', () => undefined);

    return { host: 'mail.acme.localhost', port: await portOf(server.server), secure };
  };
  const imapAt = async (certificate: Certificate | undefined, greeting: string) => {
    const server = createTlsServer({ ...certificate }, (socket) => socket.end(greeting));
    server.on('tlsClientError', () => undefined);

    return { host: 'mail.acme.localhost', port: await portOf(server), secure: true };
  };
  const silent = async () => ({
    host: 'mail.acme.localhost',
    port: await portOf(createServer()),
    secure: true,
  });

  test.each([true, false])('the first SMTP server is chosen (implicit TLS: %s)', async (secure) => {
    const wrong = await smtpAt(other, secure);
    const right = await smtpAt(mail, secure);
    const alsoRight = await smtpAt(mail, secure);

    expect(await firstReachableServer(asking, 'smtp', [wrong, right, alsoRight])).toEqual(right);
    expect(logins).toEqual([]);
  });

  test('the first IMAP server is chosen', async () => {
    const foreign = await imapAt(other, '* OK here\r\n');
    const web = await imapAt(mail, 'HTTP/1.1 400 Bad Request\r\n');
    const mute = await imapAt(mail, '');
    const right = await imapAt(mail, '* OK here\r\n');

    expect(await firstReachableServer(asking, 'imap', [foreign, web, mute, right])).toEqual(right);
  });

  test('a server without TLS is not chosen', async () => {
    const server = createServer((socket) => socket.write('220 here\r\n'));
    const clear = { host: 'mail.acme.localhost', port: await portOf(server), secure: true };

    expect(await firstReachableServer(asking, 'smtp', [clear])).toBeUndefined();
  });

  test.runIf(isWholeTier)('silent servers delay the result together, not one after the other', async () => {
    const mutes = await Promise.all([silent(), silent(), silent()]);
    const startedAt = performance.now();

    expect(await firstReachableServer(asking, 'imap', mutes)).toBeUndefined();
    // Each is awaited for 4.5 s. On a busy machine, the time is longer.
    expect(performance.now() - startedAt).toBeLessThan(2 * 4500);
  });

  test('a server that the guard blocks is not chosen', async () => {
    const right = await imapAt(mail, '* OK here\r\n');

    expect(await firstReachableServer({ ...asking, loopback: 'refuse' }, 'imap', [right])).toBeUndefined();
  });
});
