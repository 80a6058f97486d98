import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findRedirect } from '#lib/network/find-redirect.ts';

async function serve(
  status: number,
  headers: Record<string, string>,
): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(status, headers).end('a body that is not read');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  // A listening server has a port.
  const { port } = server.address() as AddressInfo;

  return { url: `http://127.0.0.1:${port}/t/c/x?y=z`, seen };
}

test('returns the redirect target and does not follow it', async () => {
  const { url, seen } = await serve(302, { Location: 'https://example.com/there' });

  expect(await findRedirect(url, 'allow')).toBe('https://example.com/there');
  expect(seen).toEqual(['GET /t/c/x?y=z']);
});

test.each([
  [200, { Location: 'https://example.com/' }],
  [404, {}],
  [302, {}],
])('a response %d without a redirect returns undefined', async (status, headers) => {
  const { url } = await serve(status, headers);

  expect(await findRedirect(url, 'allow')).toBeUndefined();
});

test('private addresses get no request', async () => {
  const { url, seen } = await serve(302, { Location: 'https://example.com/' });

  expect(await findRedirect(url, 'refuse')).toBeUndefined();
  expect(await findRedirect('https://169.254.169.254/latest', 'refuse')).toBeUndefined();
  expect(seen).toEqual([]);
});

test('a closed port returns undefined', async () => {
  expect(await findRedirect('http://127.0.0.1:1/', 'allow')).toBeUndefined();
});

test('a hanging server returns undefined after the deadline', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  expect(await findRedirect(`http://127.0.0.1:${port}/`, 'allow', 200)).toBeUndefined();
});
