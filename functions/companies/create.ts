import { planCompany } from '#lib/companies/companies.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(companyRoutes.create, async ({ workspaceId, body }, services) =>
  created(await planCompany(services, workspaceId, body)),
);
