import { type LoopbackServer, startServer } from './loopback-servers.ts';

export type Canaries = { port: number; connections: () => number; close: () => Promise<void> };

/** Listens on 127.0.0.1 and ::1, on a free port and all given ports that are available, and counts connections. */
export async function startCanaries(ports: Iterable<number>): Promise<Canaries> {
  const first = await startServer(() => {});
  const places = [
    { host: '::1', port: first.port },
    ...[...ports].flatMap((port) => ['127.0.0.1', '::1'].map((host) => ({ host, port }))),
  ];
  const others = await Promise.all(
    places.map((place) => startServer(() => {}, place).catch(unlessUnavailable)),
  );
  const canaries = [first, ...others.filter((canary) => canary !== null)];

  return {
    port: first.port,
    connections: () => canaries.reduce((sum, canary) => sum + canary.connections(), 0),
    close: async () => {
      await Promise.all(canaries.map((canary) => canary.close()));
    },
  };
}

const unavailable: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function unlessUnavailable(error: unknown): LoopbackServer | null {
  if (error instanceof Error && 'code' in error && unavailable.has(error.code)) {
    return null;
  }
  throw error;
}
