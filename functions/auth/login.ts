import { deviceCookie } from '#lib/auth/device-cookie.ts';
import { logInUser } from '#lib/auth/login.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { sessionCookie } from '#lib/auth/session-cookie.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(
  authRoutes.login,
  async ({ body, receivedAt: now, ...request }, services) => {
    const { session, device, result } = await logInUser(services, { ...request, ...body, now });

    return { ...ok(result), cookies: [sessionCookie(session, now), deviceCookie(device)] };
  },
);
