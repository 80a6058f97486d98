import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';
import { pageOf, pageQuery } from '#lib/http/schemas.ts';
import { NewWebhook, Rotation, Webhook, WebhookId, WebhookWithSecret } from '#lib/webhooks/webhook.ts';

export const webhookRoutes = {
  list: contract({
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(Webhook) },
  }),
  create: contract({
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook; its secret is shown in this answer only',
    auth: 'credential',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    body: NewWebhook,
    revealsSecret: true,
    responses: { 201: WebhookWithSecret },
  }),
  delete: contract({
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook',
    auth: 'credential',
    needs: ['table:write'],
    params: z.strictObject({ id: WebhookId }),
    responses: { 204: z.undefined() },
  }),
  rotateSecret: contract({
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    summary: 'Rotate the webhook secret; the new one is shown in this answer only',
    auth: 'credential',
    needs: ['table:write', 'secrets:seal'],
    params: z.strictObject({ id: WebhookId }),
    body: Rotation,
    bodyIsOptional: true,
    revealsSecret: true,
    responses: { 200: WebhookWithSecret },
  }),
};
