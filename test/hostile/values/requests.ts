import { pathToFileURL } from 'node:url';
import type * as z from 'zod/mini';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { validRequests } from '../../api/support/valid-requests.ts';
import { type Draft, draftOf } from '../../fuzz/support/draft.ts';
import { type Path, pathsIn, replaceAt } from '../../fuzz/support/paths.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import type { Poison } from './catalogue.ts';

type Valid = Awaited<ReturnType<(typeof validRequests)[string]>>;

/** Inserts a poison value at one place of a valid request. */
interface PoisonPosition {
  readonly name: string;
  readonly put: (valid: Valid, poison: Poison) => Partial<TestRequest>;
}

const marker = 'the place of the poison value';

/** The raw body: a poison value may be JSON that no serializer writes. */
function bodyWith(body: unknown, path: Path, { json }: Poison): string {
  return JSON.stringify(replaceAt(withPath(body, path), path, marker)).replace(`"${marker}"`, () => json);
}

/** Includes a field that the valid request may lack. */
function withPath(body: unknown, [field]: Path): unknown {
  return typeof field === 'string' && typeof body === 'object' && body !== null && !Object.hasOwn(body, field)
    ? { ...body, [field]: null }
    : body;
}

/** The poison value as text, for places that are not JSON. */
function textOf({ json }: Poison): string {
  try {
    const value: unknown = JSON.parse(json);

    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

/** All places of an endpoint's requests: fields at every depth, parameters, headers and names. */
function poisonPositions({ definition }: Endpoint, valid: Valid): PoisonPosition[] {
  const { body, query, params } = definition;
  const isJson = typeof valid.body !== 'string';
  const paths = new Map(
    [...(isJson ? pathsIn(valid.body) : []), ...fieldNames(body).map((name): Path => [name])].map((path) => [
      path.join('.'),
      path,
    ]),
  );
  const inHeader = (header: string): PoisonPosition => ({
    name: `header ${header}`,
    put: ({ headers }, poison) => ({ headers: { ...headers, [header]: textOf(poison).toWellFormed() } }),
  });

  return [
    ...(isJson && body
      ? [...paths].map(
          ([name, path]): PoisonPosition => ({
            name: `body ${name}`,
            put: (request, poison) => ({ body: bodyWith(request.body ?? {}, path, poison) }),
          }),
        )
      : [{ name: 'body', put: (_: Valid, poison: Poison) => ({ body: textOf(poison) }) }]),
    ...fieldNames(query).map(
      (name): PoisonPosition => ({
        name: `query ${name}`,
        put: (request, poison) => ({ query: { ...request.query, [name]: textOf(poison) } }),
      }),
    ),
    ...fieldNames(params).map(
      (name): PoisonPosition => ({
        name: `path ${name}`,
        put: (request, poison) => ({ params: { ...request.params, [name]: textOf(poison) } }),
      }),
    ),
    {
      name: 'query name',
      put: (request, poison) => ({
        query: Object.fromEntries([...Object.entries(request.query ?? {}), [textOf(poison), '1']]),
      }),
    },
    {
      name: 'body name',
      put: (request, poison) => ({
        body: JSON.stringify(
          Object.fromEntries([...Object.entries(Object(request.body)), [textOf(poison), 1]]),
        ),
      }),
    },
    ...['Idempotency-Key', 'Content-Type', 'Cookie'].map(inHeader),
  ];
}

function fieldNames(schema: z.ZodMiniType | undefined): string[] {
  return schema && 'shape' in schema ? Object.keys(Object(schema.shape)) : [];
}

/**
 * Sends poison values to an endpoint in sequence, each at a different second, so that no rate limit is
 * reached.
 */
export interface Target {
  readonly draft: Draft;
  readonly places: readonly PoisonPosition[];
  readonly send: (position: PoisonPosition, poison: Poison, at: number) => Promise<TestReply>;
}

export async function targetOf(
  endpoint: Endpoint,
  { workspaceId, apiKey }: { readonly workspaceId: string; readonly apiKey: string },
): Promise<Target> {
  const make = validRequests[endpoint.name];
  if (!make) throw new Error(`test/api/support/valid-requests.ts lacks ${endpoint.name}`);
  const handler: EndpointHandler = (await import(pathToFileURL(endpoint.file).href)).handler;
  const valid = await make(workspaceId);

  return {
    draft: draftOf(endpoint, valid),
    places: poisonPositions(endpoint, valid),
    send: (position, poison, at) => {
      const changed = position.put(valid, poison);

      return call(handler, {
        method: endpoint.definition.method,
        ...valid,
        apiKey: endpoint.definition.auth === 'credential' ? apiKey : undefined,
        sourceIp: `10.1.${Math.floor(at / 1000) % 250}.${at % 250}`,
        at,
        ...changed,
        headers: { 'Content-Type': 'application/json', ...valid.headers, ...changed.headers },
      } as TestRequest);
    },
  };
}
