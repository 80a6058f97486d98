import { planAddition } from '#lib/blocklist/add.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed, created } from '#lib/http/reply.ts';

export const handler = writeEndpoint(blocklistRoutes.create, async ({ workspaceId, body }, services) => {
  const { isNew, change } = await planAddition(services, workspaceId, body);

  return isNew ? created(change) : changed(change);
});
