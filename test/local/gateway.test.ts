import { expect } from 'vitest';
import * as z from 'zod/mini';
import { startGateway } from '../../infra/local/gateway/gateway.ts';
import { isBinary } from '../../infra/local/gateway/proxy-event.ts';
import { lambdaResponse } from '../../infra/local/gateway/responses.ts';
import { type Headers, sendRaw } from './support/raw-request.ts';
import { stackTest as test } from './support/stack.ts';
import type { TestStack } from './support/test-stack.ts';

test('a request reaches the function as a REST API event', async ({ stack }) => {
  const event = await echoedEvent(stack, 'GET', '/things/a%20b/?x=1&x=2&name=J%C3%BCrgen+K&empty', {
    'X-Twice': ['one', 'two'],
    'User-Agent': 'tester',
  });

  expect(event).toMatchObject({
    resource: '/things/{id}',
    path: '/things/a%20b/',
    httpMethod: 'GET',
    pathParameters: { id: 'a%20b' },
    queryStringParameters: { x: '2', name: 'Jürgen K', empty: '' },
    multiValueQueryStringParameters: { x: ['1', '2'], name: ['Jürgen K'], empty: [''] },
    headers: { 'X-Twice': 'two' },
    multiValueHeaders: { 'X-Twice': ['one', 'two'], 'X-Forwarded-For': ['127.0.0.1'] },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      httpMethod: 'GET',
      resourcePath: '/things/{id}',
      stage: 'local',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requestTimeEpoch: expect.any(Number),
      identity: { sourceIp: '127.0.0.1', userAgent: 'tester' },
    },
  });
});

test('query and path parameters that are absent are null, not empty', async ({ stack }) => {
  const event = await echoedEvent(stack, 'POST', '/things', {}, 'text');

  expect(event).toMatchObject({ queryStringParameters: null, pathParameters: null, body: 'text' });
});

test('a literal path part takes precedence over a parameter, even without the method', async ({ stack }) => {
  const event = await echoedEvent(stack, 'POST', '/things/import');
  const wrongMethod = await send(stack, 'GET', '/things/import');

  expect(event).toMatchObject({ resource: '/things/import', pathParameters: null });
  expect(wrongMethod.status).toBe(404);
});

test('a body of a binary media type arrives unchanged in base64, another one as text', async ({ stack }) => {
  const bytes = Buffer.from([0xff, 0x00, 0xe9, 0x0a]);
  const csv = await echoedEvent(
    stack,
    'POST',
    '/things/import',
    { 'Content-Type': 'Text/CSV; charset=x' },
    bytes,
  );
  const json = await echoedEvent(
    stack,
    'POST',
    '/things/import',
    { 'Content-Type': 'application/json' },
    '{"ä":1}',
  );

  expect(csv).toMatchObject({ isBase64Encoded: true, body: bytes.toString('base64') });
  expect(json).toMatchObject({ isBase64Encoded: false, body: '{"ä":1}' });
});

test.for([
  ['an unknown path', 'GET', '/nothing', 404, 'NOT_FOUND'],
  ['an unknown method', 'DELETE', '/things/1', 404, 'NOT_FOUND'],
  ['a path with a broken escape', 'GET', '/things/%ZZ', 422, 'BAD_REQUEST'],
  ['a query with a broken escape', 'GET', '/things/1?x=%E0%A4', 422, 'BAD_REQUEST'],
] as const)('%s gets the template’s response for it', async ([, method, path, status, code], { stack }) => {
  const answer = await send(stack, method, path);

  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({ error: { code } });
  expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'content-type': 'application/json' });
  expect(answer.headers).toMatchObject({ 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test.for([
  ['no object', '"text"'],
  ['an unknown field', '{"statusCode":200,"extra":1}'],
  ['a body that is not a string', '{"statusCode":200,"body":{"a":1}}'],
  ['an invalid status', '{"statusCode":42}'],
  ['a header that is a number', '{"statusCode":200,"headers":{"x-count":1}}'],
])(
  'a function’s response with %s becomes the response for a failed integration',
  async ([, answer = ''], { stack }) => {
    const response = await send(stack, 'GET', '/things/1', { 'x-answer': answer });

    expect(response.status).toBe(500);
    expect(JSON.parse(response.text)).toEqual({ error: { code: 'INTERNAL_ERROR' } });
  },
);

test('headers and several cookies of a response reach the client; WWW-Authenticate is renamed', async ({
  stack,
}) => {
  const answer = {
    statusCode: 401,
    headers: { 'X-One': '1', 'WWW-Authenticate': 'Bearer' },
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
  };
  const response = await send(stack, 'GET', '/things/1', { 'x-answer': JSON.stringify(answer) });

  expect(response.status).toBe(401);
  expect(response.headers).toMatchObject({
    'x-one': '1',
    'set-cookie': ['a=1', 'b=2'],
    'x-amzn-remapped-www-authenticate': 'Bearer',
  });
  expect(response.headers).not.toHaveProperty('www-authenticate');
});

test('a base64 response is decoded only for a client with a binary type as the first accepted type', async ({
  stack,
}) => {
  const answer = JSON.stringify({ statusCode: 200, body: 'R0lG', isBase64Encoded: true });
  const asImage = await send(stack, 'GET', '/things/1', { 'x-answer': answer, Accept: 'image/gif, */*' });
  const asAnything = await send(stack, 'GET', '/things/1', { 'x-answer': answer, Accept: '*/*' });

  expect(asImage.text).toBe('GIF');
  expect(asAnything.text).toBe('R0lG');
});

test('HEAD is a separate method with a response without a body', async ({ stack }) => {
  const event = await echoedEvent(stack, 'GET', '/things/1');
  const head = await send(stack, 'HEAD', '/things/1');

  expect(event).toMatchObject({ httpMethod: 'GET' });
  expect(head).toMatchObject({ status: 404, text: '' });
});

test('if all media types are binary, every body arrives in base64 and every base64 response is decoded', () => {
  const api = {
    id: 'Api',
    stage: 'local',
    routes: [],
    binaryMediaTypes: ['*/*'],
    gatewayResponses: new Map(),
  };
  const answer = { statusCode: 200, body: 'R0lG', isBase64Encoded: true };
  const text = { statusCode: 200, body: 'R0lG' };
  for (const accept of [undefined, 'text/html', 'image/avif,image/webp,*/*']) {
    expect(lambdaResponse(answer, api, { requestId: '1', accept }).body.toString()).toBe('GIF');
    expect(lambdaResponse(text, api, { requestId: '1', accept }).body.toString()).toBe('R0lG');
  }
  expect([isBinary('application/json', ['*/*']), isBinary(undefined, ['*/*'])]).toEqual([true, true]);
});

test('a function that exceeds the integration timeout becomes the response for a timeout', async ({
  onTestFinished,
}) => {
  const gateway = await startGateway({
    api: {
      id: 'Api',
      stage: 'local',
      routes: [{ method: 'ANY', path: '/{proxy+}', resourceId: 'Proxy', functionArn: 'arn' }],
      binaryMediaTypes: [],
      gatewayResponses: new Map([
        ['INTEGRATION_TIMEOUT', { status: 500, headers: {}, body: '"$context.error.responseType"' }],
      ]),
    },
    port: 0,
    invoke: () => new Promise(() => undefined),
    readObject: async () => undefined,
    integrationTimeoutSeconds: 0.05,
  });
  onTestFinished(() => gateway.stop(0));

  const response = await fetch(`${gateway.endpoint}/any/path`);

  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 500,
    body: 'INTEGRATION_TIMEOUT',
  });
});

/** Sends a request to the stack of the test. */
function send(
  { report }: TestStack,
  method: string,
  path: string,
  headers: Headers = {},
  body?: string | Buffer,
) {
  return sendRaw(report.baseUrl, method, path, headers, body);
}

const Echo = z.object({ event: z.unknown() });

async function echoedEvent(...call: Parameters<typeof send>): Promise<unknown> {
  const response = await send(...call);

  return z.parse(Echo, JSON.parse(response.text)).event;
}
