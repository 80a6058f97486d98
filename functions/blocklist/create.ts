import { planAddition } from '#lib/blocklist/add.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { changed, created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(blocklistRoutes.create, async ({ workspaceId, body }, services) => {
  const { isNew, change } = await planAddition(services, workspaceId, body);

  return isNew ? created(change) : changed(change);
});
