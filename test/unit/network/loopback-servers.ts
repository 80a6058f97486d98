import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export type LoopbackServer = {
  port: number;
  connections: () => number;
  /** Connections that are still open on this side. */
  openConnections: () => number;
  close: () => Promise<void>;
};

/** A server that counts its connections and reads until they end. */
export async function startServer(
  onSocket: (socket: Socket) => void,
  { host, port: wantedPort }: { host: string; port: number } = { host: '127.0.0.1', port: 0 },
): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    onSocket(socket.resume());
  };
  const server = createServer(accept).listen(wantedPort, host);
  await once(server, 'listening');
  const port = portOf(server);

  return {
    port,
    connections: () => connections,
    openConnections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends the given bytes in response to each request, after the end of its headers. */
export function startAnswering(answer: string | ((socket: Socket, head: string) => void)) {
  return startServer((socket) => {
    let head = '';
    socket.on('data', (bytes) => {
      const wasComplete = head.includes('\r\n\r\n');
      head += bytes.toString('latin1');
      if (!wasComplete && head.includes('\r\n\r\n')) {
        typeof answer === 'string' ? socket.end(answer) : answer(socket, head);
      }
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();

  return typeof address === 'object' && address !== null ? address.port : 0;
}
