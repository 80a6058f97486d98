import { planBulkJob } from '#lib/bulk-jobs/create.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { accepted } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(bulkJobRoutes.create, async ({ workspaceId, body }, services) =>
  accepted(await planBulkJob(services, workspaceId, body)),
);
