import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { beginAttempt, type ConnectionRequest, nonceOf } from '#lib/oauth/attempts.ts';
import { type OAuthClient, readClient } from '#lib/oauth/client.ts';
import { TokensDenied } from '#lib/oauth/denied.ts';
import { providers } from '#lib/oauth/provider.ts';
import { discover } from '#lib/oauth/server.ts';
import { problem } from '#lib/values/problem.ts';

/**
 * Starts an attempt to connect a mailbox. Each call starts its own attempt, which expires.
 * @param email address of the mailbox, if known: the provider suggests it
 * @returns URL of the provider's consent page, for a redirect
 * @throws Problem 404 when the operator has not registered the service with the provider; 500 when the provider is
 * unreachable
 */
export async function beginConnection(
  services: GrantServices,
  connectionRequest: ConnectionRequest,
  { email, redirectUri }: { readonly email: string | undefined; readonly redirectUri: string },
): Promise<string> {
  const { provider } = connectionRequest;
  const { scope, extraParameters } = providers[provider];
  const client = await readClient(services, provider);
  const page = await consentPage(services, client);
  const { state, verifier } = await beginAttempt(services, connectionRequest, redirectUri);
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    scope: scope(client.imap.host),
    state,
    nonce: nonceOf(state),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extraParameters,
    ...(email !== undefined && { login_hint: email }),
  };
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);

  return page.href;
}

async function consentPage({ loopback }: GrantServices, client: OAuthClient): Promise<URL> {
  const { name } = providers[client.provider];
  try {
    const { authorization_endpoint: page = '' } = await discover(client, loopback);

    return new URL(page);
  } catch (error) {
    if (!(error instanceof TokensDenied)) throw error;
    throw problem('INTERNAL_ERROR', `${name} is unreachable; try again`);
  }
}
