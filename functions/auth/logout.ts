import { authRoutes } from '#lib/auth/routes.ts';
import { clearedSessionCookie } from '#lib/auth/session-cookie.ts';
import { planLogout } from '#lib/auth/sessions.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted, withCookies } from '#lib/http/reply.ts';

export const handler = writeEndpoint(authRoutes.logout, ({ principal }) =>
  withCookies(deleted(planLogout(principal)), [clearedSessionCookie]),
);
