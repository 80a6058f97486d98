import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  emailAccountRoutes.update,
  async ({ workspaceId, params, body }, services) =>
    changed(await planAccountUpdate(services, workspaceId, params.id, body)),
);
