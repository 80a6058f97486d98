import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { dashboardPaths } from '../../infra/constructs/dashboard-routes.ts';
import { createDashboardFiles } from '../../infra/local/dashboard/dashboard-files.ts';
import { startGateway } from '../../infra/local/gateway/gateway.ts';
import { readApi } from '../../infra/local/template/api.ts';
import { createFolder, removeFolder } from './support/folder.ts';
import { type Headers, sendRaw } from './support/raw-request.ts';

const bucket = { integrationUri: 'arn:aws:apigateway:eu-central-1:s3:path/files', roleArn: 'arn:role' };
const page = '<!doctype html><script src="/dashboard/assets/index-a1.js"></script>';
const script = 'document.title = "Dashboard";';
const rateLimit = {
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '100',
  'x-ratelimit-reset': '0',
};

test('every path below /dashboard returns the document, which browsers ask for each time', async () => {
  const { send } = await startBuilt();

  for (const path of ['/dashboard', '/dashboard/', '/dashboard/contacts/con_1', '/dashboard/a/b/c?q=1']) {
    const { status, headers, bytes } = await send('GET', path);

    expect([status, gunzipSync(bytes).toString()]).toEqual([200, page]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
    });
  }
});

test('an asset is compressed and may be stored for a year', async () => {
  const { send } = await startBuilt();
  const { status, headers, bytes } = await send('GET', '/dashboard/assets/index-a1.js');

  expect([status, gunzipSync(bytes).toString()]).toEqual([200, script]);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test.each(['/dashboard/', '/dashboard/assets/index-a1.js'])(
  'HEAD %s returns the headers only',
  async (path) => {
    const { send } = await startBuilt();
    const [get, head] = [await send('GET', path), await send('HEAD', path)];

    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['cache-control']).toBe(get.headers['cache-control']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  },
);

test.each([
  '/dashboard/',
  '/dashboard/favicon.svg',
  '/dashboard/assets/index-a1.js',
  '/dashboard/assets/none.js',
])('%s has the rate limit headers of every response', async (path) => {
  const { send } = await startBuilt();

  for (const method of ['GET', 'HEAD']) {
    expect((await send(method, path)).headers).toMatchObject(rateLimit);
  }
});

test.each(['index-b2.js', 'index.html', '..%2Findex.html', '%2e%2e', '%zz'])(
  'the asset %s that does not exist returns 404 in the error format of the API',
  async (name) => {
    const { send } = await startBuilt();
    const { status, headers, bytes } = await send('GET', `/dashboard/assets/${name}`);

    expect(status).toBe(404);
    expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('content-encoding');
  },
);

test.each(['/dashboard/', '/dashboard/assets/index-a1.js', '/dashboard/assets/none.js'])(
  '%s runs no inline script and loads nothing from other hosts',
  async (path) => {
    const { send } = await startBuilt();
    const { headers } = await send('GET', path);
    const policy = String(headers['content-security-policy']);

    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.any(String),
      'cross-origin-opener-policy': 'same-origin',
    });
  },
);

test('writes to the dashboard are unknown routes', async () => {
  const { send } = await startBuilt();

  expect((await send('POST', '/dashboard/')).status).toBe(403);
});

test('the page says that the dashboard is being built, and then shows it', async () => {
  const gate = Promise.withResolvers<void>();
  const { send } = await start(async (folder) => {
    await gate.promise;
    await writeFiles(folder);
  });
  const before = await send('GET', '/dashboard/');
  const asset = await send('GET', '/dashboard/assets/index-a1.js');
  gate.resolve();

  expect([before.status, before.headers['retry-after']]).toEqual([503, '1']);
  expect(before.headers).toMatchObject(rateLimit);
  expect(before.bytes.toString()).toMatch(/<meta http-equiv="refresh" content="1">.*being built/s);
  expect(before.bytes.toString()).not.toMatch(/<script|style/);
  expect(asset.status).toBe(404);
  await expect.poll(async () => (await send('GET', '/dashboard/')).headers['content-encoding']).toBe('gzip');
});

test('an unchanged build is shown at the first visit', async () => {
  const { send } = await start(writeFiles);

  expect((await send('GET', '/dashboard/')).headers['content-encoding']).toBe('gzip');
});

test('a failed build shows its reason, and the next request builds again', async () => {
  const repaired = Promise.withResolvers<void>();
  let builds = 0;
  const { send } = await start(async (folder) => {
    builds += 1;
    if (builds === 1) throw new Error('Unexpected <main>');
    await repaired.promise;
    await writeFiles(folder);
  });

  const failed = await send('GET', '/dashboard/');
  expect(failed.bytes.toString()).toContain('Unexpected &#60;main&#62;');
  repaired.resolve();
  await expect.poll(async () => (await send('GET', '/dashboard/')).headers['content-encoding']).toBe('gzip');
  expect(builds).toBe(2);
});

/** A gateway with the routes of the template, after the build. */
async function startBuilt() {
  const gateway = await start(writeFiles);
  await gateway.send('GET', '/dashboard/');
  await expect
    .poll(async () => (await gateway.send('GET', '/dashboard/')).headers['content-encoding'])
    .toBe('gzip');

  return gateway;
}

async function start(build: (folder: string) => Promise<void>) {
  const folder = createFolder();
  onTestFinished(() => removeFolder(folder));
  const properties = () => ({ BinaryMediaTypes: ['*/*'], Body: { paths: dashboardPaths(bucket) } });
  const gateway = await startGateway({
    api: readApi([
      { logicalId: 'Api', type: 'AWS::ApiGateway::RestApi', name: 'api', arn: 'arn:api', properties },
    ]),
    port: 0,
    invoke: () => Promise.reject(new Error('no function')),
    readObject: createDashboardFiles(join(folder, 'dashboard'), build),
  });
  onTestFinished(() => gateway.stop(0));

  return {
    send: (method: string, path: string, headers: Headers = {}) =>
      sendRaw(gateway.endpoint, method, path, headers),
  };
}

async function writeFiles(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), gzipSync(page));
  await writeFile(join(folder, 'favicon.svg'), gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await writeFile(join(folder, 'assets/index-a1.js'), gzipSync(script));
}
