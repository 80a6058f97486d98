import { listActivity, readFilters } from '#lib/activity/activity.ts';
import { activityRoutes } from '#lib/activity/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(activityRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listActivity(services, workspaceId, readFilters(query))),
);
