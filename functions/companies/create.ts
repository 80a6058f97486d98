import { planCompany } from '#lib/companies/companies.ts';
import { companyRoutes } from '#lib/companies/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { created } from '#lib/http/reply.ts';

export const handler = writeEndpoint(companyRoutes.create, async ({ workspaceId, body }, services) => {
  const change = await planCompany(services, workspaceId, body);

  return created(change);
});
