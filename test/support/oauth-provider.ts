import type { MutableResponse, MutableToken, TokenRequestIncomingMessage } from 'oauth2-mock-server';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll } from 'vitest';

type TokenResponse = Record<string, unknown>;

/** A local OAuth provider. A test can change its behaviour. */
export interface TestProvider {
  readonly issuer: string;
  /** Claims of the ID token for the logged-in user. */
  claims: Record<string, unknown>;
  /** Replaces the provider's token response. */
  replaceTokenResponse:
    | ((tokenRequests: Record<string, unknown>, own: TokenResponse) => MutableResponse | undefined)
    | undefined;
  /** Token requests in order of arrival. */
  readonly asked: Record<string, unknown>[];
  /** All issued tokens and codes. */
  readonly issuedSecrets: string[];
  /** The owner consents. @returns the redirect URL */
  consent: (authorizeUrl: string) => Promise<URL>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const tenant = '9122040d-6c67-4c5b-b112-36a304b66dad';

/** Closes when the file's tests end. @param as see `runProvider` */
export async function startProvider(as: 'one_issuer' | 'tenants' = 'one_issuer'): Promise<TestProvider> {
  const provider = await runProvider(as);
  afterAll(() => provider.stop());

  return provider;
}

/**
 * The real flow, with PKCE and signed ID tokens.
 * @param as `tenants` as Microsoft has it: one address for all
 * tenants, and one issuer per tenant
 */
export async function runProvider(as: 'one_issuer' | 'tenants' = 'one_issuer'): Promise<TestProvider> {
  const path = as === 'tenants' ? '/common/v2.0' : '';
  const endpoints = { wellKnownDocument: `${path}/.well-known/openid-configuration` };
  const server = new OAuth2Server(undefined, undefined, { endpoints });
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const { port } = server.address();
  const origin = `http://127.0.0.1:${port}`;
  server.issuer.url = origin;
  const provider: TestProvider = {
    issuer: `${origin}${path}`,
    claims: {},
    replaceTokenResponse: undefined,
    asked: [],
    issuedSecrets: [],
    consent: async (authorizeUrl) => {
      const response = await fetch(authorizeUrl, { redirect: 'manual' });
      const callback = new URL(response.headers.get('location') ?? '');
      provider.issuedSecrets.push(callback.searchParams.get('code') ?? '');

      return callback;
    },
    stop: async () => {
      if (server.listening) await server.stop();
    },
    start: () => server.start(port, '127.0.0.1'),
  };
  server.service.on('beforeTokenSigning', (token: MutableToken) => {
    if (token.payload['aud'] === undefined) return;
    const ofTenant = as === 'tenants' && { tid: tenant, iss: `${origin}/${tenant}/v2.0` };
    Object.assign(token.payload, ofTenant, provider.claims);
  });
  server.service.on('beforeResponse', (own: MutableResponse, request: TokenRequestIncomingMessage) => {
    const asked = { ...request.body } as Record<string, unknown>;
    provider.asked.push(asked);
    const answer = provider.replaceTokenResponse?.(asked, own.body as TokenResponse);
    if (answer) Object.assign(own, answer);
    for (const name of ['access_token', 'refresh_token', 'id_token']) {
      const value = (own.body as TokenResponse)[name];
      if (typeof value === 'string') provider.issuedSecrets.push(value);
    }
  });
  server.service.on('beforeWellKnownOpenIdConfiguration', ({ body }: MutableResponse) => {
    if (as === 'tenants') Object.assign(body, { issuer: `${origin}/{tenantid}/v2.0` });
  });

  return provider;
}
