import * as z from 'zod/mini';
import { kmsVault } from '#lib/crypto/vault.ts';
import { type OAuthClient, saveClient } from '#lib/oauth/client.ts';
import { OAuthProvider, providers } from '#lib/oauth/provider.ts';
import { discover } from '#lib/oauth/server.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { services } from '#lib/runtime/services.ts';
import type { AdminOptions } from './options.ts';
import { readClientSecret } from './standard-input.ts';

const Input = z.object({
  provider: OAuthProvider,
  clientId: z.string().check(z.minLength(1)),
  secret: z.string().check(z.minLength(1)),
});

/**
 * Registers the OAuth client of this service for a provider and replaces an earlier registration. Reads the issuer's metadata
 * first, so that a wrong issuer fails here. Returns the registration without the secret.
 */
export async function setOAuthClientCommand(options: AdminOptions): Promise<Omit<OAuthClient, 'secret'>> {
  const { provider, secret, clientId } = Input.parse({
    provider: options.provider,
    clientId: options['client-id'],
    secret: await readClientSecret(options),
  });
  const defaults = providers[provider];
  const client: OAuthClient = {
    provider,
    clientId,
    secret,
    issuer: options.issuer ?? defaults.issuer,
    smtp: mailServerOf(options['smtp-host'], options['smtp-port'], defaults.smtp),
    imap: mailServerOf(options['imap-host'], options['imap-port'], defaults.imap),
  };
  await discover(client, loopbackRule());
  const connected = services();
  await saveClient({ ...connected, vault: kmsVault(connected) }, client);
  const { secret: _, ...registration } = client;

  return registration;
}

/** The server of the options, or else the provider's. Ports 465 and 993 use implicit TLS; all other ports use STARTTLS. */
function mailServerOf(
  host: string | undefined,
  chosenPort: number | undefined,
  fallback: OAuthClient['smtp'],
): OAuthClient['smtp'] {
  const port = chosenPort ?? fallback.port;

  return { host: host ?? fallback.host, port, secure: port === 465 || port === 993 };
}
