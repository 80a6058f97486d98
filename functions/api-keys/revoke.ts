import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { deleted, preparedEndpoint } from '#lib/endpoints/endpoint.ts';
import { planAccessEnd, prepareAccessEnd } from '#lib/revocations/access-end.ts';

export const handler = preparedEndpoint(
  apiKeyRoutes.revoke,
  (request, services) => prepareAccessEnd(services, request, planKeyRevocation),
  async (request, _, services) => deleted(await planAccessEnd(services, request, planKeyRevocation)),
);
