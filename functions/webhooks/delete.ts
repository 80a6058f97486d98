import { deleted } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planDeletion } from '#lib/webhooks/delete.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(webhookRoutes.delete, ({ workspaceId, params }, { now }) =>
  deleted(planDeletion(workspaceId, params.id, now())),
);
