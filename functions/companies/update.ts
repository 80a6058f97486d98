import { planCompanyUpdate } from '#lib/companies/companies.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';

export const handler = writeEndpoint(companyRoutes.update, async ({ workspaceId, params, body }, services) =>
  changed(await planCompanyUpdate(services, workspaceId, params.id, body)),
);
