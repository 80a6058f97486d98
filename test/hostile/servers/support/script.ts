import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { makeCertificate } from '../../../support/certificates.ts';
import type { Measured, Order } from './client-process.ts';
import type { ConversationKind, Target } from './conversations.ts';
import { honestSmtp } from './smtp-server.ts';

export interface Script {
  readonly name: string;
  readonly kind: ConversationKind;
  readonly serve: (socket: Socket) => void;
  readonly secure?: boolean;
  readonly expected: string | RegExp;
  readonly secondsMax: number;
  readonly cpuSecondsMax?: number;
  readonly megabytesMax?: number;
  /** Whether the server speaks no TLS although the client expects it. */
  readonly isRaw?: boolean;
}

const certificate = makeCertificate();

/** Listens with or without TLS until it is closed. */
export async function listen(
  serve: (socket: Socket) => void,
  secure = false,
): Promise<{ readonly target: Target; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    serve(socket);
  };
  const server: Server = secure ? createTlsServer(certificate, accept) : createServer(accept);
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.on('tlsClientError', () => undefined).listen(0, 'localhost');
  await once(server, 'listening');

  return {
    target: { port: (server.address() as AddressInfo).port, secure },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A process that converses; it trusts the certificate of these servers and collects garbage when it is asked to. */
export async function startClient(): Promise<ChildProcess> {
  const trusted = join(mkdtempSync(join(tmpdir(), 'hostile-servers-')), 'certificate.pem');
  writeFileSync(trusted, certificate.cert);
  const client = fork(new URL('./client-process.ts', import.meta.url), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
  });
  await once(client, 'message');

  return client;
}

/** @returns what one conversation with a hostile server took and how it ended */
export async function play(
  client: ChildProcess,
  { name, kind, serve, secure = false, isRaw = false }: Script,
): Promise<Measured> {
  const [hostile, honest] = await Promise.all([listen(serve, secure && !isRaw), listen(honestSmtp)]);
  try {
    client.send({ kind, target: { ...hostile.target, secure }, neighbour: honest.target } satisfies Order);
    const [measured] = (await once(client, 'message')) as [Measured];
    const { outcome, seconds, cpuSeconds, megabytes } = measured;
    const figures = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(2)} CPU s, ${megabytes.toFixed(0)} MB`;
    process.stdout.write(`${kind}, ${name}: ${figures}, ${outcome}\n`);

    return measured;
  } finally {
    hostile.close();
    honest.close();
  }
}
