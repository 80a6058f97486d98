import { connect } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importBytesMax } from '#lib/contacts/import/options.ts';
import { api, type EchoGateway, startEchoGateway } from './support/echo-gateway.ts';
import type { RawResponse } from './support/raw-request.ts';

let gateway: EchoGateway;
beforeAll(async () => {
  gateway = await startEchoGateway();
});
afterAll(() => gateway.stop());

/** The function's event for one request. */
async function eventOf(...call: Parameters<EchoGateway['send']>) {
  const before = gateway.events.length;
  const { status } = await gateway.send(...call);

  expect([status, gateway.events.length]).toEqual([204, before + 1]);

  return gateway.events[before];
}

/** The response to a request that does not reach the function. */
async function refusalOf(...call: Parameters<EchoGateway['send']>): Promise<RawResponse> {
  const before = gateway.events.length;
  const response = await gateway.send(...call);

  expect(gateway.events.length).toBe(before);

  return response;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html */
describe('Content-Encoding', () => {
  const text = 'email\nann@example.com\n';

  test.each([
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['identity', Buffer.from(text)],
  ])('%s is removed from the body and stays as a header', async (coding, body) => {
    const event = await eventOf('POST', '/things', { 'Content-Encoding': coding }, body);

    expect(Buffer.from(event?.body ?? '', 'base64').toString()).toBe(text);
    expect(event?.headers['Content-Encoding']).toBe(coding);
  });

  test('a gzip file without the header reaches the function as it is', async () => {
    const event = await eventOf('POST', '/things', { 'Content-Type': 'application/gzip' }, gzipSync(text));

    expect(Buffer.from(event?.body ?? '', 'base64')).toEqual(gzipSync(text));
  });

  test.each([
    ['an unknown coding', 'br', Buffer.from(text)],
    ['two codings', 'gzip, gzip', gzipSync(gzipSync(text))],
    ['a body that is not compressed', 'gzip', Buffer.from(text)],
    ['a body that is cut off', 'gzip', gzipSync(text).subarray(0, -9)],
  ])('%s is 415 with a fixed body', async (_, coding, body) => {
    const response = await refusalOf('POST', '/things', { 'Content-Encoding': coding }, body);

    expect(response).toMatchObject({ status: 415, text: '{"message":"Unsupported Media Type"}' });
  });

  test('a small body that decompresses to more than Lambda accepts is 413', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const response = await refusalOf('POST', '/things', { 'Content-Encoding': 'gzip' }, bomb);

    expect(response).toMatchObject({ status: 413, text: '{"message":"Request Too Long"}' });
  });
});

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
describe('Limits with fixed responses', () => {
  test('header values have at most 10,240 bytes together', async () => {
    const sent = { Host: 'localhost', Connection: 'close' };
    const remainingBytes = 10_240 - Object.values(sent).join('').length;
    const event = await eventOf('GET', '/things', { ...sent, 'X-Long': 'x'.repeat(remainingBytes) });
    const refused = await refusalOf('GET', '/things', { ...sent, 'X-Long': 'x'.repeat(remainingBytes + 1) });

    expect(event?.headers['X-Long']).toHaveLength(remainingBytes);
    expect(refused).toMatchObject({ status: 431, text: 'HTTP header is larger than 10240 bytes.' });
  });

  test('a URL has at most 10,240 characters', async () => {
    const path = (length: number) => `/things?x=${'1'.repeat(length - 10)}`;

    await eventOf('GET', path(10_240));
    expect(await refusalOf('GET', path(10_241))).toMatchObject({ status: 414 });
  });

  test('a body has at most 10,485,760 bytes', async () => {
    const response = await refusalOf('POST', '/things', {}, Buffer.alloc(10_485_761));

    expect(response).toMatchObject({
      status: 413,
      text: 'HTTP content length exceeded 10485760 bytes.',
      headers: { 'content-type': 'text; charset=utf-8' },
    });
  });

  test('an event has at most 6,291,456 bytes', async () => {
    const fits = await eventOf('POST', '/things', {}, Buffer.alloc(4_710_000));
    const refused = await refusalOf('POST', '/things', {}, Buffer.alloc(4_719_000));

    expect(JSON.stringify(fits).length).toBeLessThanOrEqual(6_291_456);
    expect(refused).toMatchObject({
      status: 413,
      text: '{"message":"Request Too Long"}',
      headers: { 'x-amzn-errortype': 'BadRequestException' },
    });
  });
});

test('the largest import file reaches the function with the longest headers and URL', async () => {
  const headers = { 'X-Long': '"'.repeat(10_000), 'X-Forwarded-For': '1.2.3.4' };
  const event = await eventOf(
    'POST',
    `/things?x=${'%01'.repeat(3_400)}`,
    headers,
    Buffer.alloc(importBytesMax),
  );

  expect(event?.headers['X-Long']).toHaveLength(10_000);
});

describe('The path', () => {
  const host = `${api.id}.execute-api.eu-central-1.amazonaws.com`;

  test.each([
    ['/prod/things/1', '/things/1', '/prod/things/1'],
    ['/prod/things/1/', '/things/1/', '/prod/things/1/'],
    ['//prod/things/a%2Bb+c', '/things/a%2Bb+c', '/prod/things/a%2Bb+c'],
    ['/prod//things/1', '/things/1', '/prod//things/1'],
  ])('%s at the API’s host name has the stage only in the request context', async (sent, path, whole) => {
    const event = await eventOf('GET', sent, { Host: host });

    expect(event).toMatchObject({
      path,
      resource: '/things/{id}',
      // Recorded events have path parameters as they were sent, although the documentation says otherwise.
      pathParameters: { id: path.split('/')[2] },
      requestContext: { path: whole, stage: 'prod', domainName: host, domainPrefix: api.id },
    });
  });

  test.each(['/things/1', '/test/things/1', '/'])(
    '%s at the API’s host name without a stage is 403',
    async (path) => {
      expect(await refusalOf('GET', path, { Host: host })).toMatchObject({
        status: 403,
        text: '{"message":"Forbidden"}',
      });
    },
  );

  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:3000'])(
    'has no stage at %s',
    async (own) => {
      const event = await eventOf('GET', '/things/1', { Host: own });

      expect(event).toMatchObject({
        path: '/things/1',
        requestContext: { path: '/things/1', stage: 'prod' },
      });
    },
  );

  test.each([
    'links.acme.example',
    'x-localhost',
    'localhost.acme.example',
    '127.0.0.1.acme.example',
    '[',
    'a b',
  ])('at the host “%s” is 403: API Gateway serves only configured hosts', async (foreign) => {
    expect(await refusalOf('GET', '/things/1', { Host: foreign })).toMatchObject({
      status: 403,
      text: '{"message":"Forbidden"}',
      headers: { 'x-amzn-errortype': 'ForbiddenException' },
    });
  });
});

describe('Headers of a request', () => {
  test('keep the case of their names, except Authorization and User-Agent', async () => {
    const sent = { 'x-oDD-Name': 'a', authorization: 'Bearer key', 'USER-AGENT': 'tester', accept: '*/*' };
    const event = await eventOf('GET', '/things', sent);

    expect(event?.headers).toMatchObject({
      'x-oDD-Name': 'a',
      Authorization: 'Bearer key',
      'User-Agent': 'tester',
      accept: '*/*',
    });
    expect(event?.requestContext.identity.userAgent).toBe('tester');
  });

  test('with several values have all values in multiValueHeaders and the last one in headers', async () => {
    const event = await eventOf('GET', '/things', { 'X-Twice': ['one', 'two'] });

    expect(event?.headers['X-Twice']).toBe('two');
    expect(event?.multiValueHeaders['X-Twice']).toEqual(['one', 'two']);
  });

  test('do not reach the function if they concern the connection or hold an AWS signature', async () => {
    const signature = 'AWS4-HMAC-SHA256 Credential=key/20260101/eu-central-1/execute-api/aws4_request';
    const event = await eventOf('GET', '/things', {
      Connection: 'close',
      TE: 'trailers',
      'Max-Forwards': '3',
      'Content-MD5': 'x',
      Server: 's',
      'Proxy-Authenticate': 'Basic',
      'WWW-Authenticate': 'Basic',
      Authorization: signature,
      Host: 'localhost',
    });

    expect(Object.keys(event?.headers ?? {}).toSorted()).toEqual([
      ...['Host', 'X-Amzn-Trace-Id', 'X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto'],
    ]);
  });

  test('X-HTTP-Method-Override replaces the method and is not passed on', async () => {
    const event = await eventOf('POST', '/things', { 'X-HTTP-Method-Override': 'DELETE' });

    expect(event?.httpMethod).toBe('DELETE');
    expect(event?.headers).not.toHaveProperty('X-HTTP-Method-Override');
  });
});

describe('The query', () => {
  test('is decoded, and split at semicolons too', async () => {
    const event = await eventOf('GET', '/things?a=1;b=2&a=3&mail=x%2By+z&zero=&none&pipe=%7C');

    expect(event?.multiValueQueryStringParameters).toEqual({
      a: ['1', '3'],
      b: ['2'],
      mail: ['x+y z'],
      zero: [''],
      none: [''],
      pipe: ['|'],
    });
    expect(event?.queryStringParameters).toMatchObject({ a: '3' });
  });

  test.each(['a|b', '{a}', '%ZZ', '%E0%A4'])('%s is refused', async (query) => {
    expect(await refusalOf('GET', `/things?x=${query}`)).toMatchObject({
      status: 422,
      text: '"BAD_REQUEST_PARAMETERS"',
    });
  });
});

test('a URL with bytes outside ASCII is refused like an invalid escape', async () => {
  const { hostname, port } = new URL(gateway.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.end('GET /things?search=müll HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [head, body] = Buffer.concat(await socket.toArray())
    .toString()
    .split('\r\n\r\n');

  expect(head).toMatch(/^HTTP\/1\.1 422 /);
  expect(head).toContain('x-amzn-requestid: ');
  expect(body).toBe('"BAD_REQUEST_PARAMETERS"');
});

test('an unknown route with an Authorization header is an invalid AWS signature', async () => {
  expect(await refusalOf('GET', '/nothing', { Authorization: 'Bearer key' })).toMatchObject({
    text: '"INVALID_SIGNATURE"',
  });
  expect(await refusalOf('GET', '/nothing')).toMatchObject({ text: '"MISSING_AUTHENTICATION_TOKEN"' });
});
