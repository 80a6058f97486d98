import { resetPassword } from '#lib/auth/password-reset.ts';
import { authRoutes } from '#lib/auth/routes.ts';
import { publicEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = publicEndpoint(
  authRoutes.resetPassword,
  async ({ body, requestId, receivedAt: now }, services) => {
    await resetPassword(services, { ...body, requestId, now });

    return { status: 204, body: undefined };
  },
);
