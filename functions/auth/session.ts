import { readSessionDetails } from '#lib/auth/login.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(authRoutes.session, async ({ principal }, services) =>
  ok(await readSessionDetails(services, principal)),
);
