import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { planUpdate } from '#lib/email-accounts/update.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(
  emailAccountRoutes.update,
  async ({ workspaceId, params, body }, services) =>
    changed(await planUpdate(services, workspaceId, params.id, body)),
);
