import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { replyRoutes } from '#lib/replies/routes.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';

export const handler = writeEndpoint(replyRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planReplyUpdate(services, workspaceId, params.id, body)),
);
