import { authRoutes } from '#lib/auth/routes.ts';
import { planSessionEnd } from '#lib/auth/session-list.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(authRoutes.endSession, ({ principal, params }) =>
  deleted(planSessionEnd(principal, params.id)),
);
