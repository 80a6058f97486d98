import { companyRoutes } from '#lib/companies/routes.ts';
import { planCompanyUpsert } from '#lib/companies/upsert.ts';
import { changed, created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(companyRoutes.upsert, async ({ workspaceId, body }, services) => {
  const { isNew, change } = await planCompanyUpsert(services, workspaceId, body);

  return isNew ? created(change) : changed(change);
});
