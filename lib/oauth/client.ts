import type { Vault } from '#lib/crypto/vault.ts';
import { ClientItem, clientKey, clientSecretContext, operatorScope } from '#lib/oauth/items.ts';
import { OAuthProvider, providers } from '#lib/oauth/provider.ts';
import type { Table } from '#lib/storage/table.ts';
import { problem } from '#lib/values/problem.ts';

/** The operator's registration of this service at a provider. */
export interface OAuthClient extends Omit<ClientItem, 'sealedSecret'> {
  readonly secret: string;
}

interface ClientServices {
  readonly table: Table;
  readonly vault: Vault;
}

/** Replaces an earlier registration. Mailboxes stay connected if the client id at the provider is the same. */
export async function saveClient({ table, vault }: ClientServices, client: OAuthClient): Promise<void> {
  const { secret, ...rest } = client;
  const { provider } = client;
  const sealedSecret = await vault.seal(operatorScope, clientSecretContext(provider), secret);
  await table.put({ put: { ...clientKey(provider), ...rest, sealedSecret } });
}

/** The providers at which the operator has registered the service. */
export async function registeredProviders(table: Table): Promise<OAuthProvider[]> {
  const items = await table.getMany(OAuthProvider.options.map(clientKey));

  return OAuthProvider.options.filter((provider) => items.some(({ pk }) => pk === clientKey(provider).pk));
}

/** The registration with its decrypted secret; undefined if the operator has not registered the service. */
export async function findClient(
  { table, vault }: ClientServices,
  provider: OAuthProvider,
): Promise<OAuthClient | undefined> {
  const item = await table.get(clientKey(provider));
  if (!item) return undefined;
  const { sealedSecret, ...client } = ClientItem.parse(item);

  return { ...client, secret: await vault.open(operatorScope, clientSecretContext(provider), sealedSecret) };
}

/** @throws Problem 404 that refers to the operator */
export async function readClient(services: ClientServices, provider: OAuthProvider): Promise<OAuthClient> {
  const client = await findClient(services, provider);
  if (client) return client;
  const { name } = providers[provider];

  throw problem(
    'NOT_FOUND',
    `${name} mailboxes cannot be connected: the operator has not registered this service with ${name}`,
  );
}
