import { listCompanies } from '#lib/companies/list.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(companyRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listCompanies(services, workspaceId, query)),
);
