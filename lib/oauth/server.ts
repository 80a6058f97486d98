import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  clockTolerance,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';
import * as z from 'zod/mini';
import { guardedFetch } from '#lib/network/guarded-fetch.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import type { OAuthClient } from '#lib/oauth/client.ts';
import { toDenied } from '#lib/oauth/denied.ts';
import { shareResult } from '#lib/values/share-result.ts';

const servers = new Map<string, Promise<AuthorizationServer>>();

/** A provider's endpoints by OpenID Connect Discovery; cached for the life of the container. @throws TokensDenied */
export function discover({ issuer }: OAuthClient, loopback: Loopback): Promise<AuthorizationServer> {
  return shareResult(servers, issuer, () => requestServer(issuer, loopback));
}

async function requestServer(issuer: string, loopback: Loopback): Promise<AuthorizationServer> {
  try {
    const response = await discoveryRequest(new URL(issuer), requestOptions(loopback));

    return await processDiscoveryResponse(await expectedIssuer(issuer, response), response);
  } catch (error) {
    throw toDenied(error);
  }
}

/** The guarded fetch decides whether a URL without TLS is allowed: only loopback, in the local stack. */
export function requestOptions(loopback: Loopback) {
  return { [customFetch]: guardedFetch(loopback), [allowInsecureRequests]: loopback === 'allow' };
}

/** Tolerance for clock differences between the provider and this service. */
const toleranceSeconds = 60;

/** This service's registration in the form of the OAuth library. */
export function registrationOf({ clientId }: OAuthClient): Client {
  return { client_id: clientId, [clockTolerance]: toleranceSeconds };
}

/*
 * Microsoft serves all tenants at one URL, `…/common/v2.0`. Its discovery document has an issuer pattern, `…/{tenantid}/v2.0`.
 * The ID token has the id of its tenant.
 * https://learn.microsoft.com/en-us/entra/identity-platform/access-tokens#validate-the-issuer
 */
const tenantPlaceholder = '{tenantid}';

const Discovery = z.object({ issuer: z.string() });
const TokenResponse = z.object({ id_token: z.string() });
const Claims = z.object({ tid: z.string().check(z.regex(/^[0-9a-f-]{36}$/i)) });

/** The issuer that a discovery document must have: the requested URL, or the document's pattern if it matches this URL. */
async function expectedIssuer(issuer: string, response: Response): Promise<URL> {
  const documentIssuer = Discovery.safeParse(await readJson(response)).data?.issuer ?? '';
  const [issuerStart = '', issuerEnd] = documentIssuer.split(tenantPlaceholder);
  // For any other document, the library compares the document's issuer with the requested URL.
  if (issuerEnd === undefined || !issuer.startsWith(issuerStart) || !issuer.endsWith(issuerEnd))
    return new URL(issuer);
  const tenant = issuer.slice(issuerStart.length, issuer.length - issuerEnd.length);

  return new URL(/^[\w.-]+$/.test(tenant) ? documentIssuer : issuer);
}

/** The server with the issuer of the response's ID token, for the validation of its claims. */
export async function withTenantIssuer(
  server: AuthorizationServer,
  response: Response,
): Promise<AuthorizationServer> {
  if (!server.issuer.includes(tenantPlaceholder)) return server;
  const token = TokenResponse.safeParse(await readJson(response)).data?.id_token;
  const [, payload = ''] = token?.split('.') ?? [];
  const claims = Claims.safeParse(parse(Buffer.from(payload, 'base64url').toString())).data;

  return claims ? { ...server, issuer: server.issuer.replace(tenantPlaceholder, claims.tid) } : server;
}

/** Reads a clone, because the response is read again later. */
async function readJson(response: Response): Promise<unknown> {
  return parse(await response.clone().text());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
