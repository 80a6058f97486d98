import { AsyncLocalStorage } from 'node:async_hooks';
import { commit } from '#lib/commit/commit.ts';
import { planContact } from '#lib/contacts/create.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';

interface PlantedRequest {
  commitEvents?: () => Promise<void>;
}

/** One per request, because requests run concurrently. */
const requests = new AsyncLocalStorage<PlantedRequest>();

const create = writeEndpoint(contactRoutes.create, async ({ workspaceId, body }, services) => {
  const { events = [], ...change } = await planContact(services, workspaceId, body);
  const request = requests.getStore();
  if (request) request.commitEvents = () => commit(services, workspaceId, { writes: [], events });

  return created(change);
});

/** Deliberately wrong: the event is written after its change, unless the process dies in between. */
export const handler: EndpointHandler = (event, context) => {
  const request: PlantedRequest = {};

  return requests.run(request, async () => {
    const result = await create(event, context);
    await request.commitEvents?.();

    return result;
  });
};
