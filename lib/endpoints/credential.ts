import type { APIGatewayProxyEvent } from 'aws-lambda';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { readSession } from '#lib/auth/session-cookie.ts';
import { headerOf, headerValuesOf } from '#lib/http/request.ts';
import type { Credential } from '#lib/values/credential.ts';

/**
 * Returns the bearer token or else the session cookie. The token has priority, because browsers add cookies automatically.
 * Returns undefined for a malformed credential, so that it is rejected without a table read.
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
