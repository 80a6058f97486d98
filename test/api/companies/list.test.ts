import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/companies/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCompany } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const ids: Record<string, string> = {};
const ask = (query: Record<string, string>) =>
  call(list, { method: 'GET', path: '/companies', apiKey: workspace.apiKey, query });
const walk = async (query: Record<string, string>) =>
  (await walkPages(list, { path: '/companies', apiKey: workspace.apiKey, limit: 2, query })).flat();
const namesOf = (found: string[]) => found.map((id) => Object.keys(ids).find((name) => ids[name] === id));

beforeAll(async () => {
  workspace = await newWorkspace();
  for (const name of ['Zeta', 'Äpfel & Co', 'Acme', 'acme Labs', 'Ack 😀', '日本電気']) {
    ids[name] = await addCompany(workspace.workspaceId, {
      name,
      domain: name === 'Acme' ? 'acme.com' : undefined,
    });
  }
});

describe('accepts', () => {
  test('lists every company once, newest first', async () => {
    expect(await walk({})).toEqual(newestFirst(Object.values(ids)));
  });

  test.each([
    ['ac', ['Ack 😀', 'Acme', 'acme Labs']],
    ['ACME', ['Acme', 'acme Labs']],
    ['ack 😀', ['Ack 😀']],
    ['apfel', ['Äpfel & Co']],
    ['äpfel &', ['Äpfel & Co']],
    ['日本', ['日本電気']],
    ['me', []],
    ['%', []],
  ])('lists names that begin with %j, in order of names', async (search, expected) => {
    expect(namesOf(await walk({ search }))).toEqual(expected);
  });

  test('lists all companies for a text of accents only, because accents are not compared', async () => {
    expect(namesOf(await walk({ search: '´' })).sort()).toEqual(namesOf(await walk({})).sort());
  });

  test('a domain finds only its company', async () => {
    expect(namesOf(await walk({ domain: 'ACME.com' }))).toEqual(['Acme']);
    expect(namesOf(await walk({ domain: 'acme.com', search: 'zeta' }))).toEqual([]);
    expect(namesOf(await walk({ domain: 'notacme.com' }))).toEqual([]);
  });
});

describe('rejects', () => {
  test.each([
    [{ search: ' ' }, 'search'],
    [{ domain: 'ann@acme.com' }, 'domain'],
    [{ name: 'Acme' }, 'name'],
  ])('rejects the filter %j', async (query, path) => {
    const reply = await ask({ limit: '5', ...query });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
