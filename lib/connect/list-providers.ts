import { registeredProviders } from '#lib/oauth/client.ts';
import type { OAuthProvider } from '#lib/oauth/provider.ts';
import type { Table } from '#lib/storage/table.ts';

/** The providers at which the service is registered: their mailboxes connect without a password. */
export async function listProviders(table: Table): Promise<{ readonly providers: OAuthProvider[] }> {
  return { providers: await registeredProviders(table) };
}
