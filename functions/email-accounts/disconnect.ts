import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  emailAccountRoutes.disconnect,
  async ({ workspaceId, params }, services) =>
    deleted(await planDisconnection(services, workspaceId, params.id)),
);
