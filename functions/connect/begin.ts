import { beginConnection } from '#lib/connect/begin.ts';
import { connectRoutes } from '#lib/connect/routes.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { found } from '#lib/http/reply.ts';
import { loopbackRule } from '#lib/runtime/config.ts';

export const handler = readEndpoint(
  connectRoutes.begin,
  async ({ workspaceId, principal, params: { provider }, query: { email }, url }, services) => {
    const connecting = { workspaceId, session: principal.session.attribute, provider };
    const redirectUri = `${url}/callback`;

    return found(await beginConnection(services, connecting, { email, redirectUri }), {
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
  },
  { vault: kmsVault, loopback: loopbackRule },
);
