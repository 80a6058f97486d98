import { listBulkJobs } from '#lib/bulk-jobs/read.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(bulkJobRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listBulkJobs(services, workspaceId, query)),
);
