import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchWithWaiting } from '../../../infra/dashboard/api/waiting.ts';

/** A server that rejects every request for a minute. @returns its address */
async function startServer(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(429, { 'retry-after': '60' }).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a cancelled request does not wait for the end of a rate limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => {
    timers.mockRestore();
    vi.useRealTimers();
  });
  const url = await startServer();
  const cancellation = new AbortController();
  const waiting = fetchWithWaiting(new Request(url, { signal: cancellation.signal }));
  // One timer ends the wait of the request, the other one removes the notice that requests wait.
  await expect.poll(() => timers.mock.calls.filter(([, ms = 0]) => ms >= 60_000).length).toBe(2);

  const cancelled = fetchWithWaiting(new Request(url, { signal: AbortSignal.abort() }));
  cancellation.abort();

  await expect(waiting).rejects.toThrow('aborted');
  await expect(cancelled).rejects.toThrow('aborted');
}, 5000);
