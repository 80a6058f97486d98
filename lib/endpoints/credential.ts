import type { APIGatewayProxyEvent } from 'aws-lambda';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { readSession } from '#lib/auth/session-cookie.ts';
import { headerOf, headerValuesOf } from '#lib/http/request.ts';
import type { Credential } from '#lib/values/credential.ts';

/**
 * The bearer token, or else the session cookie: who names a key means the key, and browsers add cookies by themselves.
 * Undefined for what this service never issued: that is refused without a look at the table.
 */
export function credentialOf(
  event: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
): Credential | undefined {
  const authorization = headerOf(event, 'authorization') ?? '';
  if (/^Bearer\b/i.test(authorization)) {
    const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
    const principalId = keyIdOf(token);

    return principalId === undefined ? undefined : { kind: 'api_key', principalId, secret: token };
  }
  const session = readSession(headerValuesOf(event, 'cookie').join('; '));

  return session && { kind: 'session', principalId: session.userId, secret: session.secret, session };
}
