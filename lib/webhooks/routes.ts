import { contract } from '#lib/http/contract.ts';
import { CreatedWebhook, NewWebhook } from '#lib/webhooks/webhook.ts';

export const webhookRoutes = {
  create: contract({
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook; its secret is shown in this answer only',
    auth: 'credential',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    body: NewWebhook,
    revealsSecret: true,
    responses: { 201: CreatedWebhook },
  }),
};
