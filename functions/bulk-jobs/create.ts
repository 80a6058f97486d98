import { planBulkJob } from '#lib/bulk-jobs/create.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { accepted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(bulkJobRoutes.create, async ({ workspaceId, body }, services) =>
  accepted(await planBulkJob(services, workspaceId, body)),
);
