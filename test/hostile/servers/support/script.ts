import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measured, MeasureRequest } from './client-process.ts';
import type { ConversationKind } from './conversations.ts';
import { type DnsServer, listenDns } from './dns-server.ts';
import { certificate, listen } from './listen.ts';
import { defaultReplies } from './smtp-server.ts';

export interface Script extends Partial<DnsServer> {
  readonly name: string;
  readonly kind: ConversationKind;
  readonly serve?: (socket: Socket) => void;
  readonly secure?: boolean;
  readonly expected: string | RegExp;
  readonly secondsMax: number;
  readonly cpuSecondsMax?: number;
  readonly megabytesMax?: number;
  /** Whether the server sends plain text although the client expects TLS. */
  readonly isRaw?: boolean;
}

/**
 * Starts the client process. It trusts the servers' certificate and can run a garbage collection on request.
 */
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

/** @returns the resources and the outcome of one connection to a hostile server */
export async function runScript(client: ChildProcess, script: Script): Promise<Measured> {
  const { name, kind, secure = false } = script;
  const [hostile, honest] = await Promise.all([start(script), listen(defaultReplies)]);
  try {
    const target = { ...hostile.target, secure };
    client.send({ kind, target, neighbour: honest.target } satisfies MeasureRequest);
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

function start({ answer, serveTcp, serve = () => undefined, secure = false, isRaw = false }: Script) {
  if (answer) return listenDns({ answer, ...(serveTcp && { serveTcp }) });

  return listen(serve, secure && !isRaw);
}
