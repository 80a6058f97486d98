import { planCompanyUpdate } from '#lib/companies/companies.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(companyRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planCompanyUpdate(services, workspaceId, params.id, body)),
);
