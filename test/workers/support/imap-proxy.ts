import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll } from 'vitest';

/** Proxy between an IMAP client and a server. `onCommand` sees each command first and can swallow it. */
export async function startImapProxy(
  { port }: { readonly port: number },
  onCommand: (line: string) => 'pass' | 'swallow',
): Promise<{ readonly port: number }> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on('data', (bytes) => {
      if (onCommand(bytes.toString('latin1')) === 'pass') upstream.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
  });

  return { port: (server.address() as AddressInfo).port };
}
