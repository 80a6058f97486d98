import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { planPause } from '#lib/campaigns/transitions.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { eventBridgeSchedules } from '#lib/schedule/campaign-schedules.ts';

export const handler = writeEndpoint(
  campaignRoutes.pause,
  async ({ workspaceId, params }, services) => changed(await planPause(services, workspaceId, params.id)),
  { schedules: eventBridgeSchedules },
);
