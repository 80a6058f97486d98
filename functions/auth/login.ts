import { deviceCookie } from '#lib/auth/device-cookie.ts';
import { logIn } from '#lib/auth/login.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { sessionCookie } from '#lib/auth/session-cookie.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok, withCookies } from '#lib/http/reply.ts';

export const handler = publicEndpoint(
  authRoutes.login,
  async ({ body, sourceIp, cookies, receivedAt: now }, services) => {
    const { session, device, result } = await logIn(services, { ...body, sourceIp, cookies, now });

    return withCookies(ok(result), [sessionCookie(session, now), deviceCookie(device)]);
  },
);
