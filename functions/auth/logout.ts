import { authRoutes } from '#lib/auth/routes.ts';
import { clearedSessionCookie } from '#lib/auth/session-cookie.ts';
import { planLogout } from '#lib/auth/session-list.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(authRoutes.logout, ({ principal }) => ({
  ...deleted(planLogout(principal)),
  cookies: [clearedSessionCookie],
}));
