import { planSending } from '#lib/campaigns/plan.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { planStart } from '#lib/campaigns/start.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(campaignRoutes.start, async ({ workspaceId, params, body }, services) =>
  body.dryRun
    ? changed(await planSending(services, workspaceId, params.id))
    : changed(await planStart(services, workspaceId, params.id)),
);
