import { commit } from '#lib/commit/commit.ts';
import { planContact } from '#lib/contacts/create.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

/** Deliberately wrong: the idempotency record is written in a second transaction after the change. */
export const handler = writeEndpoint(contactRoutes.create, async ({ workspaceId, body }, services) => {
  const change = await planContact(services, workspaceId, body);
  await commit(services, workspaceId, change);

  return created({ writes: [], result: change.result });
});
