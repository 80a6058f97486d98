import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { planStart } from '#lib/campaigns/transitions.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';

export const handler = writeEndpoint(
  campaignRoutes.start,
  async ({ workspaceId, params }, services) => changed(await planStart(services, workspaceId, params.id)),
  { schedules: eventBridgeSchedules },
);
