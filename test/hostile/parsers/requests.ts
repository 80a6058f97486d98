import type { APIGatewayProxyEvent } from 'aws-lambda';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { readSession } from '#lib/auth/session-cookie.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { credentialOf } from '#lib/endpoints/admission.ts';
import { checkIdempotencyKey } from '#lib/endpoints/idempotency/record.ts';
import { isSameOrigin } from '#lib/http/cross-origin.ts';
import { findUnstorable } from '#lib/http/json.ts';
import { positionOf } from '#lib/http/page.ts';
import { parseInput } from '#lib/http/request.ts';
import { unpackBase32 } from '#lib/links/base32.ts';
import { readToken } from '#lib/links/token.ts';
import { withTenantIssuer } from '#lib/oauth/server.ts';
import { detectBotRequest } from '#lib/tracking/bot-detection.ts';
import type { Parser } from './measure.ts';

const cookie = `__Host-outreach_session=${'0'.repeat(95)}`;
const key = `osk_${'0'.repeat(26)}${'a'.repeat(49)}`;
const signer = { verify: async () => false };

function inBody(body: string): unknown {
  const event = { body, headers: { 'content-type': 'application/json' }, requestContext: {} };

  return parseInput(contactRoutes.create, event as unknown as APIGatewayProxyEvent);
}

const inHeader = (name: string, value: string) => ({
  headers: { [name]: value },
  multiValueHeaders: { [name]: [value] },
});

/** Parsers of a request's headers and body. */
export const requestParsers: readonly Parser[] = [
  { name: 'JSON body', sample: '{"email":"a@b.example","tags":["x"]}', run: inBody },
  {
    name: 'JSON body, its address',
    sample: 'a@b.example',
    run: (text) => inBody(JSON.stringify({ email: text })),
  },
  {
    name: 'JSON body, unknown fields',
    sample: 'field',
    run: (text) =>
      inBody(
        JSON.stringify(
          Object.fromEntries((text.match(/[\s\S]{1,20}/g) ?? []).map((each, at) => [each + at, 1])),
        ),
      ),
  },
  {
    name: 'JSON body, its numbers',
    sample: '12345678901234567890',
    run: (text) => inBody(`{"customFields":{"a":[${text.replaceAll(/\D/g, '1,')}1e999]}}`),
  },
  {
    name: 'I-JSON',
    sample: '["\\ud800", 1e400]',
    run: (text) => findUnstorable(`${text}\\ud800`, [text, { [text]: text }]),
  },
  {
    name: 'cursor',
    sample: 'MDFKVDVQNlpWVzNNOFE0WTdOMkM5UjVYQjA',
    run: (text) => positionOf(text, 'contacts'),
  },
  { name: 'API key', sample: key, run: keyIdOf },
  {
    name: 'Authorization',
    sample: `Bearer ${key}`,
    run: (text) => credentialOf(inHeader('Authorization', text)),
  },
  {
    name: 'Authorization after its scheme',
    sample: key,
    run: (text) => credentialOf(inHeader('Authorization', `Bearer ${text}`)),
  },
  { name: 'session cookie', sample: `a=b; ${cookie}`, run: readSession },
  {
    name: 'session cookie, its value',
    sample: '0',
    run: (text) => readSession(`__Host-outreach_session=${text}`),
  },
  {
    name: 'Origin',
    sample: 'https://www.example.com',
    run: (text) => isSameOrigin(inHeader('Origin', text)),
  },
  { name: 'Idempotency-Key', sample: 'order-1', run: checkIdempotencyKey },
  { name: 'tracking token', sample: 'EAAA', run: (text) => readToken(signer, text) },
  {
    name: 'tracking token of a version',
    sample: 'AAAA',
    run: (text) =>
      readToken(signer, Buffer.concat([Buffer.of(0x11), Buffer.from(text)]).toString('base64url')),
  },
  // A token has 82 bytes of ids.
  { name: 'base32', sample: '0', limit: 82, run: (text) => unpackBase32(Buffer.from(text), 130) },
  {
    name: 'User-Agent',
    sample: 'Mozilla/5.0 (X11) AppleWebKit/537.36 googlebot',
    run: (text) => detectBotRequest('open', { isHead: false, header: () => text }),
  },
  {
    name: 'OAuth answer',
    sample: `{"id_token":"a.${Buffer.from('{"tid":"0"}').toString('base64url')}.b"}`,
    // lib/network/guarded-request.ts truncates longer responses.
    limit: 65_536,
    run: (text) => withTenantIssuer({ issuer: 'https://login.example/{tenantid}/v2.0' }, new Response(text)),
  },
  {
    name: 'OAuth response, its token',
    sample: 'a.e30.b',
    limit: 65_536,
    run: (text) =>
      withTenantIssuer(
        { issuer: 'https://login.example/{tenantid}/v2.0' },
        new Response(
          JSON.stringify({
            id_token: `a.${Buffer.from(`{"tid":${JSON.stringify(text)}}`).toString('base64url')}.b`,
          }),
        ),
      ),
  },
];
