import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { workspaceRoutes } from '#lib/workspaces/routes.ts';
import { planSettingsUpdate } from '#lib/workspaces/settings.ts';

export const handler = writeEndpoint(workspaceRoutes.update, async ({ workspaceId, body }, services) =>
  changed(await planSettingsUpdate(services, workspaceId, body)),
);
