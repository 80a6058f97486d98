import { authRoutes } from '#lib/auth/routes.ts';
import { planOtherSessionsEnd } from '#lib/auth/session-list.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(authRoutes.endOtherSessions, async ({ principal }, services) =>
  deleted(await planOtherSessionsEnd(services, principal)),
);
