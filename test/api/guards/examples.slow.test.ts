import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { DocumentedMediaType, DocumentedOperation } from '#lib/docs/openapi-document.ts';
import { endpoints } from '#lib/operations.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { documented } from '../../support/documented.ts';
import { newWorkspace } from '../../support/stack.ts';
import type { Endpoint } from '../support/subject.ts';

/**
 * Rules that an example may violate, because the objects that it refers to do not exist in this workspace.
 */
const ignoredRules = ['exists', 'cursor'];

// The other operations need a session or call external servers.
const sent = endpoints.filter(
  ({ definition: { auth, callsExternalServer } }) => auth === 'credential' && !callsExternalServer,
);

function operationOf({ definition: { path, method } }: Endpoint): DocumentedOperation {
  const operation = documented.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not documented`);

  return operation;
}

/** The parameters of a location that have an example, each with it as text. */
function examplesIn({ parameters = [] }: DocumentedOperation, location: string): [string, string][] {
  return parameters.flatMap(({ name, in: where, example }) =>
    name !== undefined && where === location && example !== undefined ? [[name, String(example)]] : [],
  );
}

function bodyOf(
  type: string,
  { example }: DocumentedMediaType,
): Pick<TestRequest, 'body' | 'headers'> | undefined {
  // JSON cannot represent the bytes of a gzip file, and a form is not text.
  if (type === 'application/gzip' || type === 'multipart/form-data') return undefined;

  return { body: example, headers: { 'Content-Type': type } };
}

/** One request per query parameter, one with all of them, and one per body. */
function requestsOf(operation: DocumentedOperation): Pick<TestRequest, 'query' | 'body' | 'headers'>[] {
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(
    ([type, content]) => bodyOf(type, content) ?? [],
  );
  const queries = examplesIn(operation, 'query').map(([name, value]) => ({
    query: { [name]: value, ...requiredBeside(operation, name) },
  }));

  return [
    ...(queries.length > 1
      ? [{ ...bodyBesideQuery(bodies), query: Object.fromEntries(examplesIn(operation, 'query')) }]
      : []),
    ...queries.map((query) => ({ ...bodyBesideQuery(bodies), ...query })),
    ...bodies,
    ...(bodies.length > 0 ? [] : [{}]),
  ];
}

/** Options of an import are in the query for a file, and in the body for JSON. */
function bodyBesideQuery(bodies: readonly Pick<TestRequest, 'body' | 'headers'>[]) {
  return bodies.find(({ body }) => typeof body === 'string') ?? bodies[0];
}

/** Parameters that need another one: a state in a campaign, a result of an import, a value of a field. */
const required: Readonly<Record<string, string>> = {
  executionStatus: 'campaignId',
  importResult: 'importId',
  customFieldValue: 'customFieldName',
};

const requiredBeside = (operation: DocumentedOperation, name: string) =>
  Object.fromEntries(examplesIn(operation, 'query').filter(([other]) => other === required[name]));

test.each(sent)('$name accepts the document’s examples', async (endpoint) => {
  const { apiKey } = await newWorkspace();
  const { handler } = await import(pathToFileURL(endpoint.file).href);
  const operation = operationOf(endpoint);
  const params = Object.fromEntries(examplesIn(operation, 'path'));
  const { method, path } = endpoint.definition;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const refused: unknown[] = [];
  for (const request of requestsOf(operation)) {
    const { status, body } = await call(handler, { method, path: filled, params, apiKey, ...request });
    const rules: string[] = body?.error?.details?.map(({ rule }: { rule: string }) => rule) ?? [];
    const isRefused = status === 422 && !rules.every((rule) => ignoredRules.includes(rule));
    if (isRefused || status >= 500) refused.push({ request, error: body?.error });
  }

  expect(refused).toEqual([]);
});
