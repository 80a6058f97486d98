import { beforeAll, describe, expect, test } from 'vitest';
import { contactKey } from '#lib/contacts/items.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, addContacts, commitNow } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';
import { unknownId } from '../support/valid-requests.ts';
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
    'pages of %i contain every contact once, newest first',
    async (limit) => {
      const pages = await walk(limit);

      expect(pages.flat()).toEqual(newestFirst(ids));
      expect(pages).toHaveLength(Math.ceil(ids.length / limit));
    },
  );

  test('a page has 25 contacts by default', async () => {
    expect((await ask({})).body.data).toHaveLength(25);
  });

  test('a parameter without a value is absent', async () => {
    const empty = { limit: '', cursor: '', search: '', status: '', tag: '', order: '', createdAfter: '' };

    expect((await ask(empty)).body).toEqual((await ask({})).body);
  });

  test.each(['email', 'externalId'])('%s without a value does not find another contact', async (name) => {
    const reply = await ask({ [name]: '' });

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toMatchObject([{ path: name }]);
  });

  test('a contact created during paging does not affect the following pages', async () => {
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

  test('any spelling of an address finds only its contact', async () => {
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

describe('filters', () => {
  let filtered: Workspace;
  let made: Record<string, string>;
  const find = async (query: Record<string, string>) =>
    (await walkPages(list, { path: '/contacts', apiKey: filtered.apiKey, limit: 2, query })).flat();

  beforeAll(async () => {
    filtered = await newWorkspace();
    const customFields = { plan: 'Gold', seats: 5 };
    const people: [string, Record<string, unknown>][] = [
      ['ann', { email: 'ann@acme.com', firstName: 'Ann', lastName: 'Lee', tags: ['vip'], customFields }],
      ['anna', { email: 'x1@acme.com', firstName: 'Anna', lastName: 'Ölander', tags: ['vip', 'new'] }],
      ['hannah', { email: 'hannah@beta.com', firstName: 'Hannah', lastName: 'Anning', companyName: 'Beta' }],
      ['bob', { email: 'annual@beta.com', firstName: 'Bob', lastName: 'Miller', companyName: 'Beta' }],
      ['cy', { email: 'cy@beta.com', firstName: 'Cy', tags: ['a#1'], customFields: { plan: 'trial' } }],
    ];
    made = {};
    for (const [name, input] of people) made[name] = await addContact(filtered.workspaceId, input);
    await connected().table.update({
      update: contactKey(filtered.workspaceId, made['bob'] ?? ''),
      set: { lastContactedAt: '2026-03-01T10:00:00.000Z' },
    });
    await commitNow(
      filtered.workspaceId,
      await planContactUpdate(connected(), filtered.workspaceId, made['cy'] ?? '', {
        status: 'unsubscribed',
      }),
    );
  });

  const names = (ids: string[]) => ids.map((id) => Object.keys(made).find((name) => made[name] === id));

  test.each<[Record<string, string>, string[]]>([
    [{ tag: 'vip' }, ['anna', 'ann']],
    [{ tag: 'a' }, []],
    [{ tag: 'a#1' }, ['cy']],
    [{ status: 'unsubscribed' }, ['cy']],
    [{ status: 'active' }, ['bob', 'hannah', 'anna', 'ann']],
    [{ status: 'bounced' }, []],
    [{ tag: 'vip', search: 'anna' }, ['anna']],
    [{ tag: 'vip', status: 'unsubscribed' }, []],
    [{ search: 'ANN' }, ['ann', 'bob', 'hannah', 'anna']],
    [{ search: 'ann lee' }, ['ann']],
    [{ search: 'olander' }, ['anna']],
    [{ search: 'miller', status: 'active' }, ['bob']],
    [{ search: 'miller', status: 'bounced' }, []],
    [{ search: 'ann@acme' }, ['ann']],
    [{ search: 'x' }, ['anna']],
    [{ search: 'nn' }, []],
    [{ search: 'beta' }, ['cy', 'bob', 'hannah']],
    [{ search: 'ACME.com' }, ['anna', 'ann']],
    [{ email: 'ann@acme.com', tag: 'vip' }, ['ann']],
    [{ email: 'ann@acme.com', tag: 'new' }, []],
    [{ createdAfter: '2099-01-01T00:00:00Z' }, []],
    [{ createdBefore: '2001-01-01T00:00:00+02:00' }, []],
    [{ createdAfter: '2001-01-01T00:00:00Z', tag: 'new' }, ['anna']],
    [{ customFieldName: 'plan' }, ['cy', 'ann']],
    [{ customFieldName: 'plan', customFieldValue: 'gold' }, ['ann']],
    [{ customFieldName: 'Plan', customFieldValue: 'gold' }, []],
    [{ customFieldName: 'seats', customFieldValue: '5', tag: 'vip' }, ['ann']],
    [{ customFieldName: 'constructor2' }, []],
    [{ lastContactedAfter: '2026-03-01T00:00:00Z' }, ['bob']],
    [{ lastContactedAfter: '2026-03-01T10:00:00Z' }, []],
    [{ lastContactedBefore: '2026-03-01T10:00:01Z' }, ['cy', 'bob', 'hannah', 'anna', 'ann']],
    [{ lastContactedBefore: '2026-03-01T10:00:00Z', search: 'annual' }, []],
    [{ lastContactedBefore: '1970-01-01T00:00:00Z', tag: 'vip' }, ['anna', 'ann']],
  ])('the filter %j finds %j', async (query, expected) => {
    expect(names(await find(query))).toEqual(expected);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ sort: 'createdAt' }, ['cy', 'bob', 'hannah', 'anna', 'ann']],
    [{ order: 'asc' }, ['ann', 'anna', 'hannah', 'bob', 'cy']],
    [{ sort: 'createdAt', order: 'asc', tag: 'vip' }, ['ann', 'anna']],
    [{ order: 'asc', createdAfter: '2001-01-01T00:00:00Z', status: 'unsubscribed' }, ['cy']],
    [{ sort: 'email', order: 'desc' }, ['anna', 'hannah', 'cy', 'bob', 'ann']],
    [{ sort: 'email' }, ['ann', 'bob', 'cy', 'hannah', 'anna']],
    [{ sort: 'email', status: 'unsubscribed' }, ['cy']],
  ])('the list is sorted by %j', async (query, expected) => {
    expect(names(await find(query))).toEqual(expected);
  });

  test.each([{ search: 'a' }, { email: 'a@b.co' }, { importId: unknownId('imp_') }])(
    'rejects an order with %j, which has its own',
    async (query) => {
      expect(pathsOf(await ask({ ...query, order: 'asc' }))).toEqual(['order']);
      expect(pathsOf(await ask({ ...query, sort: 'createdAt' }))).toEqual(['sort']);
    },
  );

  test.each([{ search: 'a' }, { email: 'a@b.co' }, { tag: 'vip' }])(
    'rejects the sort email with %j',
    async (query) => {
      expect(pathsOf(await ask({ ...query, sort: 'email' }))).toEqual(['sort']);
    },
  );

  test('lists only the contacts of a company', async () => {
    const { companyId } = (await ask({ email: 'annual@beta.com' }, filtered.apiKey)).body.data[0];

    expect(names(await find({ companyId }))).toEqual(['bob', 'hannah']);
    expect(names(await find({ companyId, search: 'annu' }))).toEqual(['bob']);
  });

  test('include=company adds the companies, and a cursor does not depend on it', async () => {
    const page = await ask({ include: 'company', limit: '3' }, filtered.apiKey);
    expectDocumented('contacts.list', page);
    const { nextCursor: cursor, data } = page.body;
    const following = (await ask({ cursor }, filtered.apiKey)).body.data;

    expect(data.map(({ company }: { company: { id: string } | null }) => company?.id ?? null)).toEqual(
      data.map(({ companyId }: { companyId: string | null }) => companyId),
    );
    expect(data[1].company).toMatchObject({ id: data[1].companyId, name: 'Beta' });
    expect(following.filter((contact: object) => 'company' in contact)).toEqual([]);
  });

  test('createdAfter and createdBefore are exclusive', async () => {
    const { createdAt } = (await ask({ email: 'x1@acme.com' }, filtered.apiKey)).body.data[0];
    const found = [
      ...(await find({ createdAfter: createdAt })),
      ...(await find({ createdBefore: createdAt })),
    ];

    expect(found).toHaveLength(4);
    expect(names(found)).not.toContain('anna');
  });
});

describe('rejects', () => {
  test.each([
    [{ status: 'gone' }, 'status'],
    [{ tag: ' ' }, 'tag'],
    [{ other: '' }, 'other'],
    [{ companyId: 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1' }, 'companyId'],
    [{ createdAfter: 'yesterday' }, 'createdAfter'],
    [{ search: ' ' }, 'search'],
    [{ color: 'red' }, 'color'],
  ])('rejects the filter %j', async (query, path) => {
    const reply = await ask(query);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('rejects a cursor of a list with another filter', async () => {
    const { nextCursor } = (await ask({ limit: '5', search: 'person' })).body;

    expect((await ask({ limit: '7', search: 'person', cursor: nextCursor })).status).toBe(200);
    expect(pathsOf(await ask({ search: 'persona', cursor: nextCursor }))).toEqual(['cursor']);
    expect(pathsOf(await ask({ status: 'active', search: 'person', cursor: nextCursor }))).toEqual([
      'cursor',
    ]);
    expect(pathsOf(await ask({ cursor: nextCursor }))).toEqual(['cursor']);
  });

  test.each(['0', '101', '-1', '1.5', 'ten', '1e9', 'NaN'])('rejects a limit of %s', async (limit) => {
    const reply = await ask({ limit });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['limit']);
  });

  test('rejects a damaged cursor, and one of another workspace', async () => {
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

  test.each([' ', 'nobody', 'a@b', 'a@example.com,b@example.com'])(
    'rejects the address %j',
    async (email) => {
      expect(pathsOf(await ask({ email }))).toEqual(['email']);
    },
  );
});
