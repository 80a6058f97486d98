import { planContactViewDeletion } from '#lib/contact-views/contact-views.ts';
import { contactViewRoutes } from '#lib/contact-views/routes.ts';
import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(contactViewRoutes.delete, async ({ workspaceId, params }) =>
  deleted(planContactViewDeletion(workspaceId, params.id)),
);
