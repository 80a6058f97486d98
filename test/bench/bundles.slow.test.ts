import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { newToken } from '#lib/api-keys/token.ts';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { newId } from '#lib/values/ids.ts';
import { bundleAll } from '../support/bundles.ts';
import { gatewayEvent } from '../support/call.ts';
import { type Bundle, readBundles } from './support/bundle-inventory.ts';
import { builtInsMaxOf, isEndpoint, isForbidden, isForeignFunction } from './support/bundle-rules.ts';
import { type ColdStart, startCold } from './support/cold-start.ts';

interface Started extends Bundle, ColdStart {}

/** The deployed modules. */
const bundles: Started[] = [];

beforeAll(async () => {
  const environment = { ...inject('stack').environment, PRIMING: 'read' };
  for (const bundle of readBundles(await bundleAll())) {
    const foreignFunctions = isEndpoint(bundle.operation)
      ? gatewayEvent({ method: 'GET', path: '/' })
      : undefined;
    bundles.push({ ...bundle, ...(await startCold(bundle.file, environment, foreignFunctions)) });
  }
  process.stdout.write(describeBundles());
}, 240_000);

test('every function is measured', () => {
  expect(bundles.map(({ operation }) => operation).sort()).toEqual(
    [...routedEndpoints, fallback, ...workers].map(({ name }) => name).sort(),
  );
});

test('no function contains unneeded modules', () => {
  const found = bundles.flatMap(({ operation, inputs }) =>
    inputs
      .filter((input) => isForeignFunction(operation, input) || isForbidden(operation, input))
      .map((input) => `${operation}: ${input}`),
  );

  expect(found).toEqual([]);
  // A pattern without matches proves nothing, so one input is known to be present: the replaced credential
  // chain.
  expect(bundles.every(({ inputs }) => inputs.includes('infra/bundle/environment-credentials.ts'))).toBe(
    true,
  );
});

test('init loads few of Node’s modules, and never undici', () => {
  const tooMany = bundles.filter(({ operation, duringInit }) => duringInit.length > builtInsMaxOf(operation));

  expect(tooMany.map(({ operation, duringInit }) => `${operation}: ${duringInit.length}`)).toEqual([]);
  expect(
    bundles.flatMap((it) => [...it.duringInit, ...it.duringFirstCall]).filter((it) => it.includes('undici')),
  ).toEqual([]);
});

test('an endpoint’s first request with a table read loads no further modules', () => {
  const loadedLater = bundles.filter(({ duringFirstCall }) => duringFirstCall.length > 0);

  expect(
    loadedLater.map(({ operation, duringFirstCall }) => `${operation}: ${duringFirstCall.join()}`),
  ).toEqual([]);
});

test('throttling is retried, although its error class is not in the bundles', async () => {
  const counted: unknown[] = [];
  const table = createServer((request, response) => {
    const counts = request.headers['x-amz-target'] === 'DynamoDB_20120810.UpdateItem';
    if (counts) counted.push(request.url);
    const isThrottled = counts && counted.length === 1;
    const body = isThrottled ? { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' } : {};
    response.writeHead(isThrottled ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void table.close());
  await once(table, 'listening');
  const { port } = table.address() as AddressInfo;
  const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` };
  const file = bundles.find(({ operation }) => operation === 'contacts.get')?.file ?? '';
  const apiKey = newToken(newId('key', Date.now()));
  const event = gatewayEvent({ method: 'GET', path: '/contacts/con_1', params: { id: 'con_1' }, apiKey });
  await startCold(file, { ...inject('stack').environment, ...endpoint, PRIMING: 'read' }, event);

  expect(counted).toHaveLength(2);
});

test('the deployed functions distinguish the errors that determine responses', async () => {
  const { baseUrl, apiKey } = inject('stack');
  const create = (key: string) =>
    fetch(`${baseUrl}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'bundled@customer.example' }),
    });
  const first = await create(apiKey);
  const second = await create(apiKey);

  expect(first.status).toBe(201);
  expect(second.status).toBe(422);
  expect(await second.text()).toContain(JSON.parse(await first.text()).id);
});

function describeBundles(): string {
  const lines = bundles.map(({ operation, bytes, duringInit }) =>
    [
      operation.padEnd(24),
      (bytes / 1024).toFixed(1).padStart(6),
      String(duringInit.length).padStart(10),
    ].join(' '),
  );

  return `${[`${'function'.padEnd(24)}     KB  built-ins`, ...lines].join('\n')}\n`;
}
