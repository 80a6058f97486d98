import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { created } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(apiKeyRoutes.create, ({ principal, body }, services) => {
  const change = planApiKey(services, principal, body);

  return created(change);
});
