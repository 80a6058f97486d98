import { planCompany } from '#lib/companies/companies.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { created } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(companyRoutes.create, async ({ workspaceId, body }, services) => {
  const change = await planCompany(services, workspaceId, body);

  return created(change);
});
