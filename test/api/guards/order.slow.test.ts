import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { settledAfterMs } from '#lib/activity/activity.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { addReply } from '../support/replies.ts';
import {
  addAccount,
  addCampaign,
  addCompany,
  addContact,
  addDeliveryMessage,
  addWebhook,
  block,
  draftCampaign,
  uniqueEmail,
} from '../support/seed.ts';
import { type Endpoint, reads } from '../support/subject.ts';
import { pathsOf, walkPages } from '../support/walk.ts';

interface OrderedList {
  /** Adds an element to the list. */
  readonly add: () => Promise<unknown>;
  readonly id?: string;
  readonly idField?: string;
}

/** How a list of a new workspace gets elements. */
const lists: Readonly<Record<string, (workspace: Workspace) => OrderedList | Promise<OrderedList>>> = {
  'activity.list': ({ workspaceId }) => ({ add: () => addContact(workspaceId) }),
  'audit-log.list': ({ apiKey }) => {
    const request = { method: 'POST', path: '/contacts', apiKey } as const;

    return { add: () => call(createContact, { ...request, body: { email: uniqueEmail() } }) };
  },
  'blocklist.list': ({ workspaceId }) => ({ add: () => block(workspaceId, uniqueEmail()) }),
  'campaigns.list': ({ workspaceId }) => ({ add: () => draftCampaign(workspaceId) }),
  'campaigns.list-recipients': async ({ workspaceId }) => {
    const { id } = await addCampaign(workspaceId);

    return { id, idField: 'contactId', add: () => addContact(workspaceId, { campaignIds: [id] }) };
  },
  'companies.list': ({ workspaceId }) => ({ add: () => addCompany(workspaceId) }),
  'contacts.list': ({ workspaceId }) => ({ add: () => addContact(workspaceId) }),
  'email-accounts.list': ({ workspaceId }) => ({ add: () => addAccount(workspaceId) }),
  'replies.list': ({ workspaceId }) => ({ add: () => addReply(workspaceId) }),
  'webhooks.list': ({ workspaceId }) => ({ add: () => addWebhook(workspaceId) }),
  'webhooks.list-deliveries': async ({ workspaceId }) => {
    const { id } = await addWebhook(workspaceId, { events: ['email.sent'] });
    const add = async () => {
      const delivery = await addDeliveryMessage(workspaceId, id);
      await holdDelivery(connected().table, delivery, 'contact.created', {});
    };

    return { id, add };
  },
};

const fieldsOf = ({ definition: { query } }: Endpoint): readonly string[] =>
  query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];

test('each list with a time as its filter has an order', () => {
  const synchronised = reads.filter((endpoint) =>
    fieldsOf(endpoint).some((name) => ['updatedAfter', 'after', 'createdAfter'].includes(name)),
  );

  expect(reads.filter((endpoint) => fieldsOf(endpoint).includes('order')).map(({ name }) => name)).toEqual(
    Object.keys(lists).sort(),
  );
  // The count of contacts has the filters of their list, but no order.
  expect(synchronised.map(({ name }) => name).filter((name) => !(name in lists))).toEqual(['contacts.count']);
});

interface TestedList {
  readonly name: string;
  readonly handler: EndpointHandler;
  readonly request: Omit<TestRequest, 'apiKey'> & { readonly apiKey: string };
  readonly idField: string;
}

async function ask({ name, handler, request }: TestedList, query: Record<string, string>) {
  const reply = await call(handler, { ...request, query });
  expectDocumented(name, reply);

  return reply;
}

test.each(Object.entries(lists))('%s lists the oldest elements first', async (name, begin) => {
  const workspace = await newWorkspace();
  const { add, id = '', idField = 'id' } = await begin(workspace);
  const endpoint = reads.find((each) => each.name === name);
  const path = (endpoint?.definition.path ?? '').replace('{id}', id);
  const { handler } = await import(pathToFileURL(endpoint?.file ?? '').href);
  const { apiKey } = workspace;
  const request = { method: 'GET', path, ...(id && { params: { id } }), apiKey } as const;
  const list: TestedList = { name, handler, request, idField };
  const walk = async (query: Record<string, string>) => {
    // The activity list ends before events that are not in all of its lists yet.
    setClock(Date.now() + settledAfterMs + 1);

    return (await walkPages(handler, { ...request, limit: 2, query, idField })).flat();
  };
  for (let count = 0; count < 5; count++) await add();

  const oldestFirst = await walk({ order: 'asc' });
  expect(oldestFirst).toEqual((await walk({})).reverse());
  expect(new Set(oldestFirst).size).toBe(oldestFirst.length);
  expect(oldestFirst.length).toBeGreaterThanOrEqual(5);
  expect(await walk({ order: 'desc' })).toEqual([...oldestFirst].reverse());

  // An element that is created while the pages are read is the last one.
  const { nextCursor, data } = (await ask(list, { limit: '4', order: 'asc' })).body;
  await add();
  const following = await walk({ order: 'asc', cursor: nextCursor });
  expect(data.map((element: Record<string, string>) => element[idField])).toEqual(oldestFirst.slice(0, 4));
  expect(following.slice(0, -1)).toEqual(oldestFirst.slice(4));
  expect(following).toHaveLength(oldestFirst.length - 3);
  expect(oldestFirst).not.toContain(following.at(-1));

  // A cursor belongs to its order. The order `desc` is the default.
  expect(pathsOf(await ask(list, { cursor: nextCursor }))).toEqual(['cursor']);
  expect(pathsOf(await ask(list, { cursor: nextCursor, order: 'desc' }))).toEqual(['cursor']);
  const newest = (await ask(list, { limit: '2' })).body.nextCursor;
  expect(pathsOf(await ask(list, { cursor: newest, order: 'asc' }))).toEqual(['cursor']);
  expect(await ask(list, { cursor: newest, order: 'desc' })).toMatchObject({ status: 200 });
});
