import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { planUpdate } from '#lib/email-accounts/update.ts';
import { changed } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  emailAccountRoutes.update,
  async ({ workspaceId, params, body }, services) =>
    changed(await planUpdate(services, workspaceId, params.id, body)),
);
