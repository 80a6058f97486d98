import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { endpoints } from '#lib/operations.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { draftOf, newBase } from '../../fuzz/support/draft.ts';
import { inputSchema, type Source } from '../../fuzz/support/generate.ts';
import { responseFaults } from '../../fuzz/support/oracle.ts';
import { newPool } from '../../fuzz/support/pool.ts';
import { createRandom } from '../../fuzz/support/random.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { type Boundary, boundariesOf } from './boundaries.ts';

const source: Source = { dice: createRandom(7), pool: newPool(() => false) };

test.each(endpoints)(
  '$name accepts or refuses values at the limits of its schemas, without a server error',
  { timeout: 600_000 },
  async (endpoint) => {
    expect(await faultsOf(endpoint)).toEqual([]);
  },
);

test.each(['bulk-jobs.get', 'exports.get'])(
  'every job of %s is completed',
  { timeout: 180_000 },
  async (name) => {
    const created = jobs.filter((job) => job.name === name);
    const open = async () => {
      const statuses = await Promise.all(
        created.map(async (job) => ({ ...job, status: await statusOf(job) })),
      );

      return statuses.filter(({ status }) => status !== 'completed');
    };

    await expect.poll(open, { timeout: 150_000, interval: 1000 }).toEqual([]);
    expect(created.length).toBeGreaterThan(10);
  },
);

interface Job {
  /** The operation that reads it. */
  readonly name: string;
  readonly id: string;
  readonly apiKey: string;
}
const jobs: Job[] = [];

const handlerOf = async ({ file }: Endpoint): Promise<EndpointHandler> =>
  (await import(pathToFileURL(file).href)).handler;

async function statusOf({ name, id, apiKey }: Job): Promise<string> {
  const endpoint = endpoints.find((each) => each.name === name);
  if (!endpoint) throw new Error(`there is no ${name}`);
  const { method, path } = endpoint.definition;

  return (await call(await handlerOf(endpoint), { method, path, params: { id }, apiKey })).body.status;
}

async function faultsOf(endpoint: Endpoint): Promise<string[]> {
  const { name, definition } = endpoint;
  const handler = await handlerOf(endpoint);
  const first = await newValid(endpoint);
  const changes = changesOf(endpoint, first.base);
  const faults: string[] = [];
  for (const [at, { part, path, value }] of changes.entries()) {
    // A workspace has a limited number of resources, so each new one has its own workspace.
    const { base, apiKey } = name.endsWith('.create') ? await newValid(endpoint) : first;
    const reply = await call(handler, {
      method: definition.method,
      ...base,
      apiKey: definition.auth === 'credential' ? apiKey : undefined,
      sourceIp: `10.2.${Math.floor(at / 250) % 250}.${at % 250}`,
      // A new window of the rate limit for each request.
      at: Date.now() + at * 60_000,
      [part]: value,
    } as TestRequest);
    if (reply.status === 202) jobs.push({ name: name.replace('create', 'get'), id: reply.body.id, apiKey });
    const found = responseFaults({ ...draftOf(endpoint, base), origin: 'generated' }, reply);
    faults.push(...found.map((fault) => `${name}, ${part}${path}: ${fault.slice(0, 300)}`));
  }

  return faults.filter((fault) => !fault.includes(': unexpected 404'));
}

async function newValid(endpoint: Endpoint) {
  const { workspaceId, apiKey } = await newWorkspace();

  return { apiKey, base: await newBase(endpoint, workspaceId) };
}

interface Change extends Boundary {
  readonly part: 'query' | 'body';
}

function changesOf({ definition }: Endpoint, base: Awaited<ReturnType<typeof newBase>>): Change[] {
  const { query, body } = definition;
  const inQuery = query ? [...boundariesOf(inputSchema(query), base.query, source)] : [];
  const inBody =
    body && typeof base.body !== 'string'
      ? [...boundariesOf(inputSchema(body), base.body, source)].map(({ path, value }) => ({ path, value }))
      : [];

  return [
    ...inQuery.map(({ path, value }) => ({ part: 'query' as const, path, value: asTexts(value) })),
    ...inBody.map((boundary) => ({ part: 'body' as const, ...boundary })),
  ];
}

/** Parameters are well-formed texts, with lists separated by commas. */
function asTexts(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(query)).map(([name, value]) => [name, String(value).toWellFormed()]),
  );
}
