import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeCertificate } from '../../../support/certificates.ts';
import type { Target } from './conversations.ts';

export const certificate = makeCertificate();

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
