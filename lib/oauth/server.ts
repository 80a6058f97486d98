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

const servers = new Map<string, AuthorizationServer>();

/** Where a provider's endpoints are, by OpenID Connect Discovery; kept for the life of the container. @throws TokensDenied */
export async function discover({ issuer }: OAuthClient, loopback: Loopback): Promise<AuthorizationServer> {
  const known = servers.get(issuer);
  if (known) return known;
  try {
    const response = await discoveryRequest(new URL(issuer), requestOptions(loopback));
    const server = await processDiscoveryResponse(await issuerOf(issuer, response), response);
    servers.set(issuer, server);

    return server;
  } catch (error) {
    throw toDenied(error);
  }
}

/** Whether an address may be without TLS is the guard's to say: on this very machine, in the local stack. */
export function requestOptions(loopback: Loopback) {
  return { [customFetch]: guardedFetch(loopback), [allowInsecureRequests]: loopback === 'allow' };
}

/** Between the provider's clock and ours. */
const toleranceSeconds = 60;

export function registrationOf({ clientId }: OAuthClient): Client {
  return { client_id: clientId, [clockTolerance]: toleranceSeconds };
}

/*
 * Microsoft serves all tenants at one address, and its discovery names the issuer as a pattern: the tenant that a token is
 * of stands in the token. https://learn.microsoft.com/en-us/entra/identity-platform/access-tokens#validate-the-issuer
 */
const tenantPlace = '{tenantid}';

const Discovery = z.object({ issuer: z.string() });
const Answer = z.object({ id_token: z.string() });
const Claims = z.object({ tid: z.string().check(z.regex(/^[0-9a-f-]{36}$/i)) });

/** What the discovery at an address must name as its issuer: that address, or the pattern that it is a case of. */
async function issuerOf(issuer: string, response: Response): Promise<URL> {
  const named = Discovery.safeParse(await readJson(response)).data?.issuer ?? '';
  const [before = '', after] = named.split(tenantPlace);
  if (after === undefined || !issuer.startsWith(before) || !issuer.endsWith(after)) return new URL(issuer);
  const tenant = issuer.slice(before.length, issuer.length - after.length);

  return new URL(/^[\w.-]+$/.test(tenant) ? named : issuer);
}

/** The server as the issuer of an answer's ID token, whose claims are validated by it afterwards. */
export async function ofItsTenant(
  server: AuthorizationServer,
  response: Response,
): Promise<AuthorizationServer> {
  if (!server.issuer.includes(tenantPlace)) return server;
  const token = Answer.safeParse(await readJson(response)).data?.id_token;
  const [, payload = ''] = token?.split('.') ?? [];
  const claims = Claims.safeParse(parse(Buffer.from(payload, 'base64url').toString())).data;

  return claims ? { ...server, issuer: server.issuer.replace(tenantPlace, claims.tid) } : server;
}

/** Of a copy: the answer itself is still to be read. */
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
