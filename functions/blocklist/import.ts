import { prepareBlocklistImport } from '#lib/blocklist/import.ts';
import { blocklistRoutes } from '#lib/blocklist/routes.ts';
import { planImport } from '#lib/contacts/import/import.ts';
import { accepted, changed, preparedEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = preparedEndpoint(
  blocklistRoutes.import,
  (request, services, effects) => prepareBlocklistImport(services, request, effects),
  async ({ workspaceId }, prepared, services) => {
    const change = await planImport(services, workspaceId, prepared);

    return change.result.status === 'completed' ? changed(change) : accepted(change);
  },
);
