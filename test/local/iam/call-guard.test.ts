import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClockBuffer } from '../../../infra/local/clock.ts';
import { portOf } from '../../../infra/local/engines/loopback.ts';
import { isRefusalLine } from '../../../infra/local/iam/permission-check.ts';
import { openFunctionLog } from '../../../infra/local/lambda/function-log.ts';
import { createFunctionPool, type FunctionPool } from '../../../infra/local/lambda/function-pool.ts';
import { writeFunction } from '../support/assembly.ts';
import { createFolder, removeFolder, waitUntil } from '../support/folder.ts';

/** Sends the given request like the SDK, or in two parts. */
const code = `
import { request } from 'node:http';
export const handler = ({ headers, body, isInParts }) => new Promise((resolve, reject) => {
  const sending = request(process.env.ENGINE, { method: 'POST', headers }, async (response) => {
    const { statusCode: status, headers } = response;
    resolve({ status, headers, text: (await response.toArray()).join('') });
  });
  sending.on('error', reject);
  if (isInParts) sending.write(body.slice(0, 5));
  sending.end(isInParts ? body.slice(5) : Buffer.from(body));
});`;

const signed = (service: string, target: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=any/20260101/eu-west-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
  'x-amz-target': target,
});
const read = { TableName: 'Table', Key: { pk: { S: 'Zoë' } } };
const reading = { headers: signed('dynamodb', 'DynamoDB_20120810.GetItem'), body: JSON.stringify(read) };
const writing = { ...reading, headers: signed('dynamodb', 'DynamoDB_20120810.DeleteItem') };
const arn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/Table';

const folder = createFolder();
const logFile = join(folder, 'functions.log');
const log = openFunctionLog(logFile);
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
const engine = createServer((request, response) => {
  const receive = (body: string) => {
    received.push({ headers: request.headers, body });
    response.end('engine');
  };
  // The guard aborts a request that never ends when the function's thread ends.
  void text(request).then(receive, () => undefined);
});
let pool: FunctionPool;

beforeAll(async () => {
  await once(engine.listen(0, '127.0.0.1'), 'listening');
  writeFunction(join(folder, 'code'), code);
  pool = createFunctionPool({
    definition: {
      operation: 'things.do',
      name: 'FnThingsDo',
      arn: 'arn:aws:lambda:eu-west-1:000000000000:function:FnThingsDo',
      codeFolder: join(folder, 'code'),
      handler: 'index.handler',
      timeoutSeconds: 2,
      memoryMb: 256,
      environment: {},
      role: {
        name: 'Role',
        statements: [{ effect: 'Allow', actions: ['dynamodb:GetItem'], resources: [arn], conditions: [] }],
      },
    },
    priority: 0,
    environment: { ENGINE: `http://127.0.0.1:${portOf(engine.address())}` },
    partitionKeys: { Table: 'pk' },
    threadsMax: 1,
    clock: createClockBuffer(),
    log,
  });
});

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  await pool.stop(0);
  await log.close();
  engine.close();
  engine.closeAllConnections();
  removeFolder(folder);
});

test('a permitted request is sent unchanged', async () => {
  expect(await invoke(reading)).toMatchObject({ status: 200, text: 'engine' });
  expect(received).toMatchObject([{ headers: reading.headers, body: reading.body }]);
});

test('a request without permission gets the service’s error, is logged, and is never sent', async () => {
  const message = `User: arn:aws:sts::000000000000:assumed-role/Role/FnThingsDo is not authorized to perform: dynamodb:DeleteItem on resource: ${arn} because no identity-based policy allows the dynamodb:DeleteItem action`;

  const refused = await invoke(writing);

  expect(refused).toMatchObject({ status: 400, headers: { 'x-amzn-errortype': 'AccessDeniedException' } });
  expect(JSON.parse(refused.text)).toMatchObject({ Message: message });
  expect(received).toEqual([]);
  await waitUntil(() => readLog().some(isRefusalLine));
  expect(JSON.parse(readLog().find(isRefusalLine) ?? '')).toMatchObject({
    operation: 'things.do',
    level: 'ERROR',
    message,
  });
});

test('a function continues after a refused request', async () => {
  for (const asked of [reading, writing, reading, writing, reading]) await invoke(asked);

  expect(received).toHaveLength(3);
});

test.for(['sqs', 'scheduler', 'sts'])('a request that %s refuses has status 403', async (service) => {
  const refused = await invoke({
    headers: signed(service, 'X.SendMessage'),
    body: '{"QueueUrl":"http://q/Jobs"}',
  });

  expect(refused).toMatchObject({
    status: 403,
    ...(service === 'sqs' && { headers: { 'x-amzn-query-error': 'AccessDenied;Sender' } }),
  });
  expect(received).toEqual([]);
});

test.for([
  ['without a signature', {}],
  ['with another signature', { authorization: 'Bearer AWS4-HMAC-SHA256' }],
])('a request %s is not checked', async ([, headers]) => {
  expect(await invoke({ headers, body: 'mail' })).toMatchObject({ status: 200 });
  expect(received).toHaveLength(1);
});

test.for([
  ['with a first part that was sent', { ...reading, isInParts: true }, /was sent before it could be checked/],
  [
    'with a signature without a region',
    {
      ...reading,
      headers: { authorization: 'AWS4-ECDSA-P256-SHA256 Credential=any/20260101/sqs/aws4_request' },
    },
    /Cannot read the scope of this signature/,
  ],
] as const)(
  'a request %s is an error, because its access cannot be determined',
  async ([, event, errorMessage]) => {
    expect(await pool.invoke(event)).toMatchObject({
      kind: 'error',
      error: { errorMessage: expect.stringMatching(errorMessage) },
    });
    expect(received).toEqual([]);
  },
);

const Answer = z.object({
  payload: z.object({ status: z.number(), headers: z.record(z.string(), z.string()), text: z.string() }),
});

async function invoke(event: unknown): Promise<z.infer<typeof Answer>['payload']> {
  return z.parse(Answer, await pool.invoke(event)).payload;
}

function readLog(): string[] {
  return readFileSync(logFile, 'utf8').split('\n');
}
