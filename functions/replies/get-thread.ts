import { kmsVault } from '#lib/crypto/vault.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { replyRoutes } from '#lib/replies/routes.ts';
import { readThread } from '#lib/replies/thread.ts';

export const handler = readEndpoint(
  replyRoutes.getThread,
  async ({ workspaceId, params }, services) => ok(await readThread(services, workspaceId, params.id)),
  { vault: kmsVault },
);
