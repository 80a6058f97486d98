import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted } from '#lib/http/reply.ts';
import { planDeletion } from '#lib/webhooks/delete.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(webhookRoutes.delete, ({ workspaceId, params }) =>
  deleted(planDeletion(workspaceId, params.id)),
);
