import { accepted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planResend } from '#lib/webhooks/delivery/resend.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';

export const handler = writeEndpoint(
  webhookRoutes.resend,
  async ({ workspaceId, params: { id, deliveryId } }, services) =>
    accepted(await planResend(services, workspaceId, id, deliveryId)),
);
