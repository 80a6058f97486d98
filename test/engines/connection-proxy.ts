import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface ConnectionProxy {
  readonly endpoint: string;
  /** Closes all connections, like a service that closes idle connections. */
  closeAll(): void;
  close(): void;
}

/** A TCP proxy to an endpoint. */
export async function openConnectionProxy(endpoint: string): Promise<ConnectionProxy> {
  const { hostname, port } = new URL(endpoint);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Closed connections are expected.
    socket.on('error', () => undefined);
  };
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number(port), hostname);
    keep(clientSocket);
    keep(serverSocket);
    clientSocket.pipe(serverSocket).pipe(clientSocket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closeAll: cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
