import { planContact } from '#lib/contacts/create.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { created } from '#lib/http/reply.ts';
import { commit } from '#lib/runtime/commit.ts';

/** Wrong on purpose: the event follows the change that it tells of, if the process lives that long. */
export const handler = writeEndpoint(contactRoutes.create, async ({ workspaceId, body }, services) => {
  const { events = [], ...change } = await planContact(services, workspaceId, body);
  const wakeUp = () => commit(services, workspaceId, { writes: [], events });

  return created(`/contacts/${change.result.id}`, { ...change, wakeUp });
});
