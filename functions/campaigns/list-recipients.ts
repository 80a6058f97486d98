import { listRecipients } from '#lib/campaigns/recipients/list.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(
  campaignRoutes.listRecipients,
  async ({ workspaceId, params, query }, services) =>
    ok(await listRecipients(services, workspaceId, params.id, query)),
);
