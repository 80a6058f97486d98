import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A running server on the loopback address. */
export interface LoopbackServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Engines have no authentication, so they listen on this machine only. */
export const loopbackHost = '127.0.0.1';

/** Another process already listens on the port of an engine. */
export class PortTaken extends Error {
  readonly port: number;

  constructor(engine: string, port: number) {
    super(`${engine} cannot listen on ${loopbackHost}:${port}: the port is taken by another process.`);
    this.name = 'PortTaken';
    this.port = port;
  }
}

export function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/**
 * Binds a server to the loopback address and resolves to its port; 0 uses a free port.
 * @throws {PortTaken}
 */
export function listenOnLoopback(server: Server, engine: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(isPortTaken(error) ? new PortTaken(engine, port) : error));
    server.listen(port, loopbackHost, () => resolve(portOf(server.address())));
  });
}

/** Stops a server, and ends its open connections. */
export function closeServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** For an engine that cannot choose a free port. Another process may use the port before the engine does. */
export async function findFreePort(engine: string, port = 0): Promise<number> {
  const probe = createServer();
  const freePort = await listenOnLoopback(probe, engine, port);
  await new Promise((resolve) => probe.close(resolve));

  return freePort;
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') {
    throw new Error('The server does not listen on a TCP port.');
  }

  return address.port;
}
