import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { deleted, preparedEndpoint } from '#lib/endpoints/endpoint.ts';
import { planAccessEnd, prepareAccessEnd } from '#lib/revocations/access-end.ts';

export const handler = preparedEndpoint(
  apiKeyRoutes.revoke,
  (request, services) => prepareAccessEnd(services, request),
  async (request, _, services) => deleted(await planAccessEnd(services, request)),
);
