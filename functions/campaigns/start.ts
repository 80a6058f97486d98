import { planSending } from '#lib/campaigns/dry-run.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { planStart } from '#lib/campaigns/start.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(campaignRoutes.start, async ({ workspaceId, params, body }, services) =>
  body.dryRun
    ? changed(await planSending(services, workspaceId, params.id))
    : changed(await planStart(services, workspaceId, params.id)),
);
