import {
  authorizationCodeGrantRequest,
  ClientSecretPost,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { Loopback } from '#lib/network/public-host.ts';
import type { OAuthClient } from '#lib/oauth/client.ts';
import { TokensDenied, toDenied } from '#lib/oauth/denied.ts';
import { discover, ofItsTenant, registrationOf, requestOptions } from '#lib/oauth/server.ts';

export interface Tokens {
  readonly accessToken: string;
  /** For how long the access token opens the mailbox. */
  readonly lifetimeSeconds: number;
  /** Absent when the one that was shown stays the right one. */
  readonly refreshToken: string | undefined;
}

/** Longer than any token of the known providers: Google's have 2,048 bytes at most, those of Microsoft about 4,000. */
const tokenLengthMax = 16_384;
/** A token that its provider calls valid for longer is renewed after a day. */
const lifetimeSecondsMax = 86_400;
/** Where the provider does not tell; RFC 6749, section 5.1, only recommends that it does. */
const lifetimeSecondsDefault = 3600;

export interface Consent {
  /** All that the provider sent to the callback. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/**
 * The owner's code as tokens, and who the owner is: by the ID token, which comes from the provider's own endpoint over TLS
 * and need not be signed for that (OpenID Connect Core, section 3.1.3.7).
 * @throws TokensDenied
 */
export async function redeemCode(
  client: OAuthClient,
  { parameters, state, verifier, nonce, redirectUri }: Consent,
  loopback: Loopback,
): Promise<{ readonly tokens: Tokens; readonly claims: IDToken }> {
  const server = await discover(client, loopback);
  const registered = registrationOf(client);
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      registered,
      ClientSecretPost(client.secret),
      validateAuthResponse(server, registered, parameters, state),
      redirectUri,
      verifier,
      requestOptions(loopback),
    );
    const issuer = await ofItsTenant(server, response);
    const answer = await processAuthorizationCodeResponse(issuer, registered, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const claims = getValidatedIdTokenClaims(answer);
    if (!claims) throw new TokensDenied('unreachable');

    return { tokens: toTokens(answer), claims };
  } catch (error) {
    throw toDenied(error);
  }
}

/** @throws TokensDenied */
export async function refreshTokens(
  client: OAuthClient,
  refreshToken: string,
  loopback: Loopback,
): Promise<Tokens> {
  const server = await discover(client, loopback);
  const registered = registrationOf(client);
  try {
    const response = await refreshTokenGrantRequest(
      server,
      registered,
      ClientSecretPost(client.secret),
      refreshToken,
      requestOptions(loopback),
    );
    const issuer = await ofItsTenant(server, response);

    return toTokens(await processRefreshTokenResponse(issuer, registered, response));
  } catch (error) {
    throw toDenied(error);
  }
}

function toTokens(answer: TokenEndpointResponse): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;

  const isTooLong = [accessToken, refreshToken ?? ''].some(({ length }) => length > tokenLengthMax);
  if (isTooLong) throw new TokensDenied('unreachable');
  const lifetimeSeconds = Math.min(lifetimeSecondsMax, seconds ?? lifetimeSecondsDefault);

  return { accessToken, lifetimeSeconds, refreshToken };
}
