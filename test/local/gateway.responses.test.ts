import { expect, test } from 'vitest';
import { setClock } from '../workers/support/clock.ts';
import { startEchoGateway } from './support/echo-gateway.ts';
import type { RawResponse } from './support/raw-request.ts';

/** The client's response when the function returns this. */
async function responseTo(payload: unknown): Promise<RawResponse> {
  const gateway = await startEchoGateway(payload);

  return gateway.send('GET', '/things').finally(() => gateway.stop());
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html#api-gateway-known-issues-rest-apis */
test('response headers that the gateway sets itself are renamed', async () => {
  const headers = {
    Authorization: 'a',
    'Content-MD5': 'b',
    'Max-Forwards': 'c',
    Server: 'd',
    'User-Agent': 'e',
    'WWW-Authenticate': 'f',
    Date: 'g',
    Connection: 'h',
  };
  const response = await responseTo({ statusCode: 200, headers });

  for (const [name, value] of Object.entries(headers)) {
    expect(response.headers[`x-amzn-remapped-${name.toLowerCase()}`]).toBe(value);
    expect(response.headers[name.toLowerCase()]).not.toBe(value);
  }
});

test('response headers that concern the connection are dropped', async () => {
  const headers = {
    Expect: 'a',
    Host: 'b',
    'Proxy-Authenticate': 'c',
    TE: 'd',
    Trailer: 'e',
    Upgrade: 'f',
    Via: 'g',
    'Transfer-Encoding': 'chunked',
    'Content-Length': '7',
  };
  const response = await responseTo({ statusCode: 200, headers, body: 'text' });

  expect(response).toMatchObject({ status: 200, text: 'text', headers: { 'content-length': '4' } });
  for (const name of ['expect', 'host', 'proxy-authenticate', 'te', 'trailer', 'upgrade', 'via']) {
    expect(response.headers).not.toHaveProperty(name);
  }
});

test('every response has both request ids', async () => {
  expect((await responseTo({ statusCode: 200 })).headers).toMatchObject({
    'x-amzn-requestid': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-amz-apigw-id': expect.stringMatching(/^[\w-]{15}=$/),
  });
});

test('a response of more than 6,291,556 bytes is an integration error', async () => {
  const rest = JSON.stringify({ statusCode: 200, body: '' }).length;
  const fits = await responseTo({ statusCode: 200, body: 'x'.repeat(6_291_556 - rest) });
  const tooLarge = await responseTo({ statusCode: 200, body: 'x'.repeat(6_291_557 - rest) });

  expect(fits.status).toBe(200);
  expect(tooLarge).toMatchObject({ status: 500, text: '"DEFAULT_5XX"' });
});

test('a response has the date of the moved clock', async () => {
  setClock(Date.now() + 3_600_000);
  const { headers } = await responseTo({ statusCode: 200 });

  expect(Math.abs(Date.parse(String(headers['date'])) - Date.now())).toBeLessThan(60_000);
});

test.each([
  ['gzip', 2000, 'gzip'],
  ['gzip, deflate, br', 2000, 'gzip'],
  ['gzip;q=0.5, deflate', 2000, 'deflate'],
  ['br, gzip', 2000, undefined],
  ['identity', 2000, undefined],
  [undefined, 2000, undefined],
  ['gzip', 1999, undefined],
])('a caller that accepts %s gets %d bytes with the coding %s', async (accepted, size, coding) => {
  const gateway = await startEchoGateway({ statusCode: 200, body: 'x'.repeat(size) });
  const { headers } = await gateway
    .send('GET', '/things', accepted === undefined ? {} : { 'Accept-Encoding': accepted })
    .finally(() => gateway.stop());

  expect(headers['content-encoding']).toBe(coding);
  expect(Number(headers['content-length']) < size).toBe(coding !== undefined);
});

test('a response that is encoded is not compressed again', async () => {
  const encoded = { statusCode: 200, headers: { 'Content-Encoding': 'br' }, body: 'x'.repeat(5000) };
  const gateway = await startEchoGateway(encoded);
  const { headers } = await gateway
    .send('GET', '/things', { 'Accept-Encoding': 'gzip' })
    .finally(() => gateway.stop());

  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': '5000' });
});
