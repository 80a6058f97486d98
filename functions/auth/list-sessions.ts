import { authRoutes } from '#lib/auth/routes.ts';
import { listSessions } from '#lib/auth/session-list.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(authRoutes.listSessions, async ({ principal, query }, services) =>
  ok(await listSessions(services, principal, query)),
);
