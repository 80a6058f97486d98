import { dashboardRoutes } from '#lib/dashboard/routes.ts';
import { readStatistics } from '#lib/dashboard/stats.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(dashboardRoutes.stats, async ({ workspaceId, query }, services) =>
  ok(await readStatistics(services, workspaceId, query)),
);
