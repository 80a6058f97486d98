import { kmsVault } from '#lib/crypto/vault.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { listReplies, readReplyFilters } from '#lib/replies/list.ts';
import { replyRoutes } from '#lib/replies/routes.ts';

export const handler = readEndpoint(
  replyRoutes.list,
  async ({ workspaceId, query }, services) =>
    ok(await listReplies(services, workspaceId, readReplyFilters(query))),
  { vault: kmsVault },
);
