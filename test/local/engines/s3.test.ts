import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, expect, test, vi } from 'vitest';
import { startS3 } from '../../../infra/local/engines/s3.ts';
import { ensureBuckets } from '../../../infra/local/resources/buckets.ts';
import { createFolder, removeFolder } from '../support/folder.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'exports.get', secretAccessKey: 'local' };
const stops: (() => Promise<void>)[] = [];
const folders: string[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
  folders.splice(0).forEach(removeFolder);
});

async function startEngine(dataFolder = createFolder()) {
  folders.push(dataFolder);
  const engine = await startS3({ dataFolder, secretAccessKey: 'local' });
  stops.push(engine.stop);
  const client = new S3Client({ region: 'eu-west-1', endpoint: engine.endpoint, credentials });
  await ensureBuckets(client, [Bucket]);

  return { ...engine, client, dataFolder };
}

const put = (client: S3Client, Body = 'content') =>
  client.send(new PutObjectCommand({ Bucket, Key: 'a/b', Body }));
const signedUrl = (client: S3Client, expiresIn = 600) =>
  getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'a/b' }), { expiresIn });

test('a URL that the SDK signed returns the file', async () => {
  const { client } = await startEngine();
  await put(client);

  expect(await (await fetch(await signedUrl(client))).text()).toBe('content');
});

test('a URL expires by the clock of the stack', async () => {
  const { client } = await startEngine();
  await put(client);
  const url = await signedUrl(client, 600);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 599_000 });
  expect((await fetch(url)).status).toBe(200);
  vi.setSystemTime(Date.now() + 3000);
  const expired = await fetch(url);

  expect(expired.status).toBe(403);
  expect(await expired.text()).toContain('Request has expired');
});

test('a URL that another secret signed is refused', async () => {
  const { client, endpoint } = await startEngine();
  await put(client);
  const other = { region: 'eu-west-1', endpoint, credentials: { ...credentials, secretAccessKey: 'other' } };

  expect((await fetch(await signedUrl(new S3Client(other)))).status).toBe(403);
});

test('a request without a signature is refused', async () => {
  const { client, endpoint } = await startEngine();
  await put(client);

  expect((await fetch(`${endpoint}/${Bucket}/a/b`)).status).toBe(403);
  expect((await fetch(`${endpoint}/${Bucket}/a/b`, { method: 'PUT', body: 'x' })).status).toBe(403);
});

test('files survive a restart', async () => {
  const first = await startEngine();
  await put(first.client, 'kept');
  await stops.pop()?.();
  const { client } = await startEngine(first.dataFolder);

  expect(await (await fetch(await signedUrl(client))).text()).toBe('kept');
});
