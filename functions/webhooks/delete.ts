import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planWebhookDeletion } from '#lib/webhooks/delete.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(webhookRoutes.delete, ({ workspaceId, params }, { now }) =>
  deleted(planWebhookDeletion(workspaceId, params.id, now())),
);
