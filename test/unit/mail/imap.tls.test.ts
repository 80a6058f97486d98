import { connect, type Socket } from 'node:net';
import { createSecureContext, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { inboxBudget } from '#lib/mail/imap.ts';
import { newClient } from '#lib/mail/imap-client.ts';
import { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { flood } from '../../hostile/servers/support/flood.ts';
import { imapServer } from '../../hostile/servers/support/imap-server.ts';
import { listen } from '../../hostile/servers/support/listen.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { hasOpenssl } from '../../support/openssl.ts';

const certificate = hasOpenssl ? makeCertificate() : undefined;

type Hostile = Parameters<typeof imapServer>[0];

/** A server that uses plain text until STARTTLS, and then replies over TLS as scripted. */
function startTlsServer(script: Hostile, afterOk = ''): (socket: Socket) => void {
  const inside = imapServer({ ...script, greeting: () => undefined });

  return imapServer({
    greeting: (socket) => socket.write('* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready\r\n'),
    starttls: (socket, tag) => {
      socket.removeAllListeners('data');
      socket.write(`${tag} OK begin\r\n${afterOk}`);
      const secureContext = createSecureContext(certificate);
      inside(new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined));
    },
  });
}

async function openAt(serve: (socket: Socket) => void) {
  setDefaultCACertificates([certificate?.cert ?? '']);
  const { target, close } = await listen(serve);
  const socket = new BudgetedSocket(connect(target.port, 'localhost'), inboxBudget(10_000));
  const server = { host: 'localhost', port: target.port, secure: false, username: 'ada@example.org' };
  const client = newClient(server, { kind: 'password', password: 'secret' }, socket, false);
  onTestFinished(() => {
    client.close();
    close();
  });

  return { client, socket };
}

test.skipIf(!hasOpenssl)('opens an inbox over STARTTLS', async () => {
  const { client } = await openAt(startTlsServer({}));
  await client.connect();
  expect(client.secureConnection).toBe(true);
  expect(await client.mailboxOpen('INBOX', { readOnly: true })).toMatchObject({ uidNext: 4 });
});

test.skipIf(!hasOpenssl)('limits the responses after STARTTLS', async () => {
  const { client, socket } = await openAt(
    startTlsServer({ examine: (stream) => flood(stream, '* 1 EXISTS\r\n'.repeat(5000)) }),
  );
  await client.connect();
  await expect(client.mailboxOpen('INBOX', { readOnly: true })).rejects.toThrow();
  expect(socket.failure).toBe('too_large');
});

test.skipIf(!hasOpenssl)(
  'closes the connection when responses are injected before the handshake',
  async () => {
    const { client } = await openAt(startTlsServer({}, '* PREAUTH welcome\r\n'));
    await expect(client.connect()).rejects.toThrow();
  },
);
