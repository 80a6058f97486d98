import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inboxBudget } from '#lib/mail/imap.ts';
import { smtpBudget } from '#lib/mail/smtp.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { openConnection } from '#lib/network/guarded-connection.ts';
import { resolveWith } from '#lib/network/guarded-lookup.ts';
import { startNameServer } from '../../support/name-server.ts';
import { startServer } from './loopback-servers.ts';

const generous = { bytes: 1_000_000, timeMs: 20_000, processorMs: 20_000 };

async function open(
  serve: (socket: Socket) => void,
  budget: Partial<typeof generous>,
): Promise<BudgetedSocket> {
  const { port, close } = await startServer(serve);
  const target = { host: '127.0.0.1', port, rule: 'loopback', timeoutMs: 5000 } as const;
  const socket = await openConnection({ ...target, budget: { ...generous, ...budget } });
  onTestFinished(async () => {
    socket.destroy();
    await close();
  });

  return socket;
}

const send = (bytes: number) => (socket: Socket) => void socket.end(Buffer.alloc(bytes));

/** `once` would reject because of the earlier error event. */
function closed(socket: BudgetedSocket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function read(socket: BudgetedSocket): Promise<number> {
  let size = 0;
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  await closed(socket);

  return size;
}

test('a conversation receives at most the bytes of its budget', async () => {
  const exact = await open(send(100_000), { bytes: 100_000 });
  expect([await read(exact), exact.failure]).toEqual([100_000, undefined]);
  const beyond = await open(send(100_001), { bytes: 100_000 });
  expect(await read(beyond)).toBeLessThanOrEqual(100_000);
  expect(beyond.failure).toBe('too_large');
});

test('a server may send as many bytes as the last request allows', async () => {
  const more = await open(send(100_001), { bytes: 100_000 });
  more.allow(100_001);
  expect([await read(more), more.failure]).toEqual([100_001, undefined]);
  const less = await open(send(100_001), { bytes: 1_000_000 });
  less.allow(100_000);
  await read(less);
  expect(less.failure).toBe('too_large');
});

test('a conversation ends at its time limit, even while data arrives', async () => {
  const socket = await open((server) => setInterval(() => server.write('x'), 20).unref(), { timeMs: 200 });
  await read(socket);
  expect(socket.failure).toBe('timeout');
});

test('a conversation ends when its bytes use more processor time than its budget', async () => {
  const socket = await open((server) => void server.write(Buffer.alloc(200_000)), { processorMs: 50 });
  socket.on('data', () => {
    const before = process.threadCpuUsage();
    // Most of the time of such a loop is time of the system.
    const spent = () => Object.values(process.threadCpuUsage(before)).reduce((sum, each) => sum + each);
    while (spent() < 100_000);
  });
  await closed(socket);
  expect(socket.failure).toBe('too_large');
});

test('no data is buffered for a reader that does not read', async () => {
  let written = 0;
  const socket = await open(
    (server) => {
      const write = () => {
        while (written < 100_000_000 && server.write(Buffer.alloc(65_536))) written += 65_536;
        server.once('drain', write);
      };
      write();
    },
    { bytes: 100_000_000 },
  );
  await once(socket, 'readable');
  expect(socket.readableLength).toBeLessThanOrEqual(2 * 65_536);
});

test('a hanging name server does not delay lookups of other names', async () => {
  const silent = await startNameServer('silent');
  const answering = await startNameServer({ addresses: { 'there.example': ['192.0.2.7', '2001:db8::7'] } });
  const hanging = Array.from({ length: 16 }, (_, n) => resolveWith(silent)(`name-${n}.example`));
  const startedAt = performance.now();
  expect(await resolveWith(answering)('there.example')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  silent.cancel();
  expect((await Promise.all(hanging)).flat()).toEqual([]);
});

test('a lookup returns one address family when the other one fails', async () => {
  const resolver = await startNameServer({ addresses: { 'half.example': ['192.0.2.7'] } });
  expect(await resolveWith(resolver)('half.example')).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

test('the budgets of mail servers', () => {
  expect(smtpBudget).toEqual({ bytes: 262_144, timeMs: 150_000, processorMs: 5000 });
  expect(inboxBudget(60_000)).toEqual({ bytes: 1_048_576, timeMs: 60_000, processorMs: 15_000 });
});
