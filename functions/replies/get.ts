import { kmsVault } from '#lib/crypto/vault.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { getReply } from '#lib/replies/read.ts';
import { replyRoutes } from '#lib/replies/routes.ts';

export const handler = readEndpoint(
  replyRoutes.get,
  async ({ workspaceId, params }, services) => ok(await getReply(services, workspaceId, params.id)),
  { vault: kmsVault },
);
