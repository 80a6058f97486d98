import { accepted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { planReplay } from '#lib/webhooks/start-replay.ts';

export const handler = writeEndpoint(webhookRoutes.replay, async ({ workspaceId, params, body }, services) =>
  accepted(await planReplay(services, workspaceId, params.id, body)),
);
