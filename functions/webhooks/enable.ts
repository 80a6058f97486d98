import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { requireLastingAccess } from '#lib/values/principal.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.enable,
  async ({ principal, workspaceId, params, body }, services) => {
    requireLastingAccess(principal);

    return changed(await planEnabling(services, workspaceId, params.id, body));
  },
);
