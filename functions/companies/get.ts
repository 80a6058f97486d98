import { getCompany } from '#lib/companies/companies.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(companyRoutes.get, async ({ workspaceId, params }, services) =>
  ok(await getCompany(services, workspaceId, params.id)),
);
