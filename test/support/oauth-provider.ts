import type { MutableResponse, MutableToken, TokenRequestIncomingMessage } from 'oauth2-mock-server';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll } from 'vitest';

type TokenAnswer = Record<string, unknown>;

/** A provider of OAuth on this machine, as a test wants it to be. */
export interface TestProvider {
  readonly issuer: string;
  /** Of whoever is logged in there: claims of the ID token. */
  claims: Record<string, unknown>;
  /** What the next answers to requests for tokens are, in place of its own. */
  answer: ((asked: Record<string, unknown>, own: TokenAnswer) => MutableResponse | undefined) | undefined;
  /** Requests for tokens, as they came. */
  readonly asked: Record<string, unknown>[];
  /** Every token that it gave away, and every code. */
  readonly given: string[];
  /** The owner consents. @returns where the browser is led back to */
  consent: (authorizeUrl: string) => Promise<URL>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const tenant = '9122040d-6c67-4c5b-b112-36a304b66dad';

/** Closes when the file's tests are over. @param as see `runProvider` */
export async function startProvider(as: 'one_issuer' | 'tenants' = 'one_issuer'): Promise<TestProvider> {
  const provider = await runProvider(as);
  afterAll(() => provider.stop());

  return provider;
}

/**
 * The real flow, with PKCE that is checked and ID tokens that are signed.
 * @param as as Microsoft has it: one address for all tenants, of whom each issues its own tokens
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
    answer: undefined,
    asked: [],
    given: [],
    consent: async (authorizeUrl) => {
      const response = await fetch(authorizeUrl, { redirect: 'manual' });
      const callback = new URL(response.headers.get('location') ?? '');
      provider.given.push(callback.searchParams.get('code') ?? '');

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
    const answer = provider.answer?.(asked, own.body as TokenAnswer);
    if (answer) Object.assign(own, answer);
    for (const name of ['access_token', 'refresh_token', 'id_token']) {
      const value = (own.body as TokenAnswer)[name];
      if (typeof value === 'string') provider.given.push(value);
    }
  });
  server.service.on('beforeWellKnownOpenIdConfiguration', ({ body }: MutableResponse) => {
    if (as === 'tenants') Object.assign(body, { issuer: `${origin}/{tenantid}/v2.0` });
  });

  return provider;
}
