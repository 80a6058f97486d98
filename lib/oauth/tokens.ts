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
import { discover, registrationOf, requestOptions, withTenantIssuer } from '#lib/oauth/server.ts';

export interface Tokens {
  readonly accessToken: string;
  /** Lifetime of the access token. */
  readonly lifetimeSeconds: number;
  /** Absent when the current one stays valid. */
  readonly refreshToken: string | undefined;
}

/** Longer than any token of the supported providers: Google's have at most 2,048 bytes, Microsoft's about 4,000. */
const tokenLengthMax = 16_384;
/** Tokens with a longer lifetime are still renewed after a day. */
const lifetimeSecondsMax = 86_400;
/** Used when the provider sends no lifetime, which RFC 6749, section 5.1, only recommends. */
const lifetimeSecondsDefault = 3600;

/** The callback of a consent page, with the secrets of its attempt. */
export interface Consent {
  /** All parameters of the callback. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/**
 * Exchanges the authorization code for tokens and the owner's claims. The ID token comes directly from the provider's
 * endpoint over TLS, so its signature need not be checked (OpenID Connect Core, section 3.1.3.7).
 * @throws TokensDenied
 */
export async function redeemCode(
  client: OAuthClient,
  { parameters, state, verifier, nonce, redirectUri }: Consent,
  loopback: Loopback,
): Promise<{ readonly tokens: Tokens; readonly claims: IDToken }> {
  const server = await discover(client, loopback);
  const registration = registrationOf(client);
  try {
    const response = await authorizationCodeGrantRequest(
      server,
      registration,
      ClientSecretPost(client.secret),
      validateAuthResponse(server, registration, parameters, state),
      redirectUri,
      verifier,
      requestOptions(loopback),
    );
    const tenantServer = await withTenantIssuer(server, response);
    const tokenResponse = await processAuthorizationCodeResponse(tenantServer, registration, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const claims = getValidatedIdTokenClaims(tokenResponse);
    // `unreachable` also means an invalid response.
    if (!claims) throw new TokensDenied('unreachable');

    return { tokens: toTokens(tokenResponse), claims };
  } catch (error) {
    throw toDenied(error);
  }
}

/** Exchanges a refresh token for new tokens. @throws TokensDenied */
export async function refreshTokens(
  client: OAuthClient,
  refreshToken: string,
  loopback: Loopback,
): Promise<Tokens> {
  const server = await discover(client, loopback);
  const registration = registrationOf(client);
  try {
    const response = await refreshTokenGrantRequest(
      server,
      registration,
      ClientSecretPost(client.secret),
      refreshToken,
      requestOptions(loopback),
    );
    const tenantServer = await withTenantIssuer(server, response);

    return toTokens(await processRefreshTokenResponse(tenantServer, registration, response));
  } catch (error) {
    throw toDenied(error);
  }
}

function toTokens(tokenResponse: TokenEndpointResponse): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = tokenResponse;

  const isTooLong = [accessToken, refreshToken ?? ''].some(({ length }) => length > tokenLengthMax);
  if (isTooLong) throw new TokensDenied('unreachable');
  const lifetimeSeconds = Math.min(lifetimeSecondsMax, seconds ?? lifetimeSecondsDefault);

  return { accessToken, lifetimeSeconds, refreshToken };
}
