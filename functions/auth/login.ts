import { logIn } from '#lib/auth/login.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { sessionCookie } from '#lib/auth/session-cookie.ts';
import { publicEndpoint } from '#lib/http/endpoint.ts';
import { ok, withCookie } from '#lib/http/reply.ts';

export const handler = publicEndpoint(authRoutes.login, async ({ body, receivedAt }, services) => {
  const { session, result } = await logIn(services, body, receivedAt);

  return withCookie(ok(result), sessionCookie(session, receivedAt));
});
