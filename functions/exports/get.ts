import { exportDownloadUrls } from '#lib/bucket/download-url.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { getExport } from '#lib/exports/read.ts';
import { exportRoutes } from '#lib/exports/routes.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(
  exportRoutes.get,
  async ({ workspaceId, params }, services) => ok(await getExport(services, workspaceId, params.id)),
  { downloadUrls: exportDownloadUrls },
);
