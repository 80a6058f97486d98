import { commit } from '#lib/commit/commit.ts';
import { planContact } from '#lib/contacts/create.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { created } from '#lib/endpoints/change-reply.ts';
import { type EndpointHandler, writeEndpoint } from '#lib/endpoints/endpoint.ts';

let commitWithoutEvents: (() => Promise<void>) | undefined;

const create = writeEndpoint(contactRoutes.create, async ({ workspaceId, body }, services) => {
  const { events = [], ...change } = await planContact(services, workspaceId, body);
  commitWithoutEvents = () => commit(services, workspaceId, { writes: [], events });

  return created(change);
});

/** Deliberately wrong: the event is written after its change, unless the process dies in between. */
export const handler: EndpointHandler = async (event, context) => {
  const result = await create(event, context);
  await commitWithoutEvents?.();
  commitWithoutEvents = undefined;

  return result;
};
