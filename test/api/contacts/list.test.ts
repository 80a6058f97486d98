import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, addContacts } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
let ids: string[];
const ask = (query: Record<string, string>, apiKey = workspace.apiKey) =>
  call(list, { method: 'GET', path: '/contacts', apiKey, query });
const walk = (limit: number) => walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit });

beforeAll(async () => {
  workspace = await newWorkspace();
  ids = await addContacts(workspace.workspaceId, 57);
});

describe('accepts', () => {
  test.each([7, 19, 25, 56, 57, 58, 100])(
    'pages of %i show every contact once, newest first',
    async (limit) => {
      const pages = await walk(limit);

      expect(pages.flat()).toEqual(newestFirst(ids));
      expect(pages).toHaveLength(Math.ceil(ids.length / limit));
    },
  );

  test('a page has 25 contacts unless another limit is asked for', async () => {
    expect((await ask({})).body.data).toHaveLength(25);
  });

  test('a list begun before a contact was made goes on as if nothing had happened', async () => {
    const other = await newWorkspace();
    const known = await addContacts(other.workspaceId, 6);
    const first = await ask({ limit: '3' }, other.apiKey);
    await addContact(other.workspaceId);
    const second = await ask({ limit: '3', cursor: first.body.nextCursor }, other.apiKey);

    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(newestFirst(known));
  });

  test('an empty workspace has an empty list', async () => {
    expect((await ask({}, (await newWorkspace()).apiKey)).body).toEqual({
      data: [],
      nextCursor: null,
      hasMore: false,
    });
  });

  test('an address finds its contact, however it is spelled, and nobody else’s', async () => {
    const email = 'Finding.Me@Example.com';
    const id = await addContact(workspace.workspaceId, { email });
    await addContact((await newWorkspace()).workspaceId, { email });
    for (const spelling of [email, email.toLowerCase(), `  ${email.toUpperCase()} `]) {
      expect((await ask({ email: spelling })).body).toMatchObject({ data: [{ id, email }], hasMore: false });
    }
    expect((await ask({ email: 'nobody@example.com' })).body.data).toEqual([]);
    ids.push(id);
  });
});

describe('rejects', () => {
  test.each(['0', '101', '-1', '1.5', 'ten', '1e9', 'NaN'])('a limit of %s', async (limit) => {
    const reply = await ask({ limit });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['limit']);
  });

  test('a cursor that is damaged or comes from another workspace', async () => {
    const { nextCursor } = (await ask({ limit: '5' })).body;
    const foreign = await newWorkspace();
    await addContacts(foreign.workspaceId, 2);
    const cursors = [
      nextCursor.slice(0, -2),
      `${nextCursor}A`,
      nextCursor.toLowerCase(),
      '!',
      'x'.repeat(2001),
    ];

    for (const cursor of cursors) expect(pathsOf(await ask({ cursor }))).toEqual(['cursor']);
    expect(pathsOf(await ask({ cursor: nextCursor }, foreign.apiKey))).toEqual(['cursor']);
    expect((await ask({ cursor: nextCursor })).status).toBe(200);
  });

  test.each(['', 'nobody', 'a@b', 'a@example.com,b@example.com'])('the address %j', async (email) => {
    expect(pathsOf(await ask({ email }))).toEqual(['email']);
  });
});
