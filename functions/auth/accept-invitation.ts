import { deviceCookie } from '#lib/auth/device-cookie.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { sessionCookie } from '#lib/auth/session-cookie.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';
import { acceptInvitation } from '#lib/users/accept-invitation.ts';

export const handler = publicEndpoint(
  authRoutes.acceptInvitation,
  async ({ body, requestId, userAgent, receivedAt: now }, services) => {
    const acceptance = { ...body, requestId, userAgent, now };
    const { session, device, result } = await acceptInvitation(services, acceptance);

    return { status: 201, body: result, cookies: [sessionCookie(session, now), deviceCookie(device)] };
  },
);
