import { deleted, preparedEndpoint } from '#lib/endpoints/endpoint.ts';
import { planAccessEnd, prepareAccessEnd } from '#lib/revocations/access-end.ts';
import { userRoutes } from '#lib/users/routes.ts';
import { planUserRemoval } from '#lib/users/users.ts';

export const handler = preparedEndpoint(
  userRoutes.remove,
  (request, services) => prepareAccessEnd(services, request, planUserRemoval),
  async (request, _, services) => deleted(await planAccessEnd(services, request, planUserRemoval)),
);
