import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll } from 'vitest';

/** Passes every byte between an IMAP client and a server, but shows each command of the client first. */
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
