import { planContact } from '#lib/contacts/create.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { sourceOf } from '#lib/contacts/source.ts';
import { created } from '#lib/endpoints/change-reply.ts';
import { writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(
  contactRoutes.create,
  async ({ workspaceId, principal, body }, services) => {
    const change = await planContact(services, workspaceId, body, sourceOf(principal));

    return created(change);
  },
);
