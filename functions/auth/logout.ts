import { authRoutes } from '#lib/auth/routes.ts';
import { clearedSessionCookie } from '#lib/auth/session-cookie.ts';
import { planLogout } from '#lib/auth/sessions.ts';
import { deleted } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { withCookies } from '#lib/http/reply.ts';

export const handler = writeEndpoint(authRoutes.logout, ({ principal }) =>
  withCookies(deleted(planLogout(principal)), [clearedSessionCookie]),
);
