import { writeEndpoint } from '#lib/http/endpoint.ts';
import { accepted } from '#lib/http/reply.ts';
import { planResend } from '#lib/webhooks/resend.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.resend,
  async ({ workspaceId, params: { id, deliveryId } }, services) =>
    accepted(await planResend(services, workspaceId, id, deliveryId)),
);
