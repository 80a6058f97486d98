import { beforeAll, describe, expect, test } from 'vitest';
import { countedMax } from '#lib/contacts/count.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { totalAttribute, totalsKey } from '#lib/statistics/items.ts';
import { handler as count } from '../../../functions/contacts/count.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addCompany, addContact, commitNow } from '../support/seed.ts';
import { pathsOf, walkPages } from '../support/walk.ts';

const exact = (total: number, active = total) => ({
  count: total,
  active,
  isExact: true,
  limit: countedMax,
});
const ask = (query: Record<string, string>, { apiKey }: Workspace) =>
  call(count, { method: 'GET', path: '/contacts/count', apiKey, query });
const countOf = async (query: Record<string, string>, workspace: Workspace) =>
  (await ask(query, workspace)).body;
const audience = (fields: Record<string, unknown>) => ({ audience: JSON.stringify(fields) });

let workspace: Workspace;
let companyId: string;
let campaignId: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  companyId = await addCompany(workspaceId, { name: 'Acme' });
  const people = [
    { email: 'ann@acme.example', firstName: 'Ann', tags: ['vip'], companyId },
    { email: 'bob@acme.example', firstName: 'Anna', tags: ['vip', 'a,b'], companyId },
    { email: 'cy@beta.example', firstName: 'Cy', tags: ['vip'] },
    { email: 'di@beta.example', firstName: 'Di' },
  ];
  const ids: string[] = [];
  for (const person of people) ids.push(await addContact(workspaceId, person));
  const unsubscribe = await planContactUpdate(connected(), workspaceId, ids[2] ?? '', {
    status: 'unsubscribed',
  });
  await commitNow(workspaceId, unsubscribe);
  campaignId = (await addCampaign(workspaceId, { contactIds: ids.slice(0, 2) })).id;
});

describe('filters', () => {
  test.each<[Record<string, string>, number, number]>([
    [{}, 4, 3],
    [{ status: 'active' }, 3, 3],
    [{ status: 'unsubscribed' }, 1, 0],
    [{ tag: 'vip' }, 3, 2],
    [{ tag: 'vip', status: 'active' }, 2, 2],
    [{ tag: 'other' }, 0, 0],
    [{ search: 'an' }, 2, 2],
    [{ search: 'ann@' }, 1, 1],
    [{ search: 'ann', tag: 'a,b' }, 1, 1],
    [{ email: 'DI@beta.example' }, 1, 1],
    [{ createdAfter: '2099-01-01T00:00:00Z' }, 0, 0],
  ])('counts the contacts of %j', async (query, total, active) => {
    expect(await countOf(query, workspace)).toEqual(exact(total, active));
    const pages = await walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit: 2, query });
    expect(pages.flat()).toHaveLength(total);
  });

  test('counts the contacts of a company and of a campaign', async () => {
    expect(await countOf({ companyId }, workspace)).toEqual(exact(2));
    expect(await countOf({ campaignId }, workspace)).toEqual(exact(2));
    expect(await countOf({ campaignId, executionStatus: 'stopped' }, workspace)).toEqual(exact(0));
  });

  test('counts no contact of another workspace', async () => {
    expect(await countOf({ tag: 'vip' }, await newWorkspace())).toEqual(exact(0));
  });
});

describe('audiences', () => {
  test('counts a contact that matches several tags and companies once', async () => {
    const query = audience({ tags: ['vip', 'a,b'], companyIds: [companyId], match: 'any' });

    expect(await countOf(query, workspace)).toEqual(exact(3, 2));
  });

  test('counts the contacts that match all tags and one of the companies', async () => {
    expect(await countOf(audience({ tags: ['vip', 'a,b'], match: 'all' }), workspace)).toEqual(exact(1));
    const query = audience({ tags: ['vip'], companyIds: [companyId], match: 'all' });
    expect(await countOf(query, workspace)).toEqual(exact(2));
  });
});

test('larger numbers of contacts by status come from the counters of the workspace', async () => {
  const other = await newWorkspace();
  const add = { [totalAttribute('contacts.active')]: 20_000, [totalAttribute('contacts.bounced')]: 5 };
  await connected().table.update({ update: totalsKey(other.workspaceId), add });

  expect(await countOf({}, other)).toEqual(exact(20_005, 20_000));
  expect(await countOf({ status: 'active' }, other)).toEqual(exact(20_000));
  expect(await countOf({ status: 'bounced' }, other)).toEqual(exact(0));
});

describe('rejects', () => {
  test.each<[string, Record<string, string>, string]>([
    ['an audience without a tag and a company', audience({ tags: [] }), 'audience'],
    ['an audience that is no JSON', { audience: 'vip' }, 'audience'],
    ['an audience together with a filter', { ...audience({ tags: ['vip'] }), tag: 'vip' }, 'audience'],
    ['executionStatus without campaignId', { executionStatus: 'stopped' }, 'executionStatus'],
    ['a page size', { limit: '5' }, 'limit'],
  ])('%s', async (_, query, path) => {
    const reply = await ask(query, workspace);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
