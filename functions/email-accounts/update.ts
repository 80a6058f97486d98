import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { planAccountUpdate, requireUpdateAuthority } from '#lib/email-accounts/update.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  emailAccountRoutes.update,
  async ({ principal, workspaceId, params, body }, services) => {
    requireUpdateAuthority(principal, body);

    return changed(await planAccountUpdate(services, workspaceId, params.id, body));
  },
);
