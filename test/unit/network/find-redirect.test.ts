import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findRedirect } from '#lib/network/find-redirect.ts';
import { makeCertificate } from '../../support/certificates.ts';

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

  for (const each of [url, 'https://169.254.169.254/latest'])
    await expect(findRedirect(each, 'refuse')).rejects.toMatchObject({ code: 'blocked_address' });
  expect(seen).toEqual([]);
});

test('a closed port fails', async () => {
  await expect(findRedirect('http://127.0.0.1:1/', 'allow')).rejects.toMatchObject({ code: 'connect' });
});

test('a certificate that is not trusted fails', async () => {
  const server = createTlsServer(makeCertificate(), (_, response) => response.writeHead(302).end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  await expect(findRedirect(`https://127.0.0.1:${port}/`, 'allow')).rejects.toMatchObject({ code: 'tls' });
});

test('a hanging server fails after the deadline', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  const failed = findRedirect(`http://127.0.0.1:${port}/`, 'allow', 200);
  await expect(failed).rejects.toMatchObject({ code: 'timeout' });
});
