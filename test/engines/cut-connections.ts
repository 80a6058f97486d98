import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Passage {
  readonly endpoint: string;
  /** Closes all connections, like a service that closes idle connections. */
  cut(): void;
  close(): void;
}

/** A TCP proxy to an endpoint. */
export async function openPassage(endpoint: string): Promise<Passage> {
  const { hostname, port } = new URL(endpoint);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Closed connections are expected.
    socket.on('error', () => undefined);
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
