import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { created } from '#lib/http/reply.ts';

export const handler = writeEndpoint(apiKeyRoutes.create, ({ principal, body }, services) => {
  const change = planApiKey(services, principal, body);

  return created(change);
});
