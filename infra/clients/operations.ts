import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type { DocumentedOperation, OpenApiDocument, PathItem, Schema } from '#lib/docs/openapi-document.ts';
import { refName } from '../openapi/json-schema.ts';
import { clientProfile } from '../reference/client-profile.ts';

/** What a client needs to know about an operation. */
export interface ClientOperation {
  /** `contacts.list-campaigns`. */
  readonly id: string;
  /** The words of its tag, `['api', 'keys']`. */
  readonly tag: readonly string[];
  /** The words of the resource, `['contacts']`, and of the method, `['list', 'campaigns']`. */
  readonly resource: readonly string[];
  readonly name: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly isWrite: boolean;
  readonly hasIfMatch: boolean;
  /** A list with pages. */
  readonly isList: boolean;
  /** Names and types of the query parameters, without `cursor`. */
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  readonly body?: { readonly schema: Schema; readonly isRequired: boolean };
  /** Statuses and schemas of the successful responses with a body. */
  readonly results: readonly { readonly status: string; readonly schema: Schema }[];
}

/** The document for generators of clients without errors and response headers: the layer above the generated code handles them. */
export function documentOfClients(): OpenApiDocument {
  const document: OpenApiDocument = openApi;
  const withoutErrors = ({ responses, ...operation }: DocumentedOperation): DocumentedOperation => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { headers, ...response }]) => [status, response]),
    ),
  });
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, withoutErrors(operation)])),
  ]);

  return clientProfile({ ...document, paths: Object.fromEntries(paths) });
}

/** The operations by their resource: `contact-views`. */
export function operationsOf(document: OpenApiDocument): Map<string, ClientOperation[]> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => describe(path, method, operation)),
  );

  return Map.groupBy(operations, ({ resource }) => resource.join('-'));
}

function describe(path: string, method: string, operation: DocumentedOperation): ClientOperation {
  const { operationId: id, parameters = [], requestBody, responses, summary, tags } = operation;
  const [resource = '', name = ''] = id.split('.');
  const query = parameters.flatMap((parameter) =>
    parameter.in === 'query' ? [{ name: parameter.name ?? '', schema: parameter.schema ?? {} }] : [],
  );
  const body = requestBody?.content['application/json'];
  const headers = JSON.stringify(parameters);

  return {
    id,
    tag: (tags[0] ?? '').toLowerCase().split(' '),
    resource: resource.split('-'),
    name: name.split('-'),
    method: method.toUpperCase(),
    path,
    summary,
    isWrite: headers.includes('Idempotency-Key'),
    hasIfMatch: headers.includes('If-Match'),
    isList: query.some(({ name: parameter }) => parameter === 'cursor'),
    query: query.filter(({ name: parameter }) => parameter !== 'cursor'),
    ...(body && { body: { schema: body.schema, isRequired: requestBody.required } }),
    results: Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema;

      return schema ? [{ status, schema }] : [];
    }),
  };
}

/** Names of the parameters in a path, in their order. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const pascalCase = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

export const camelCase = ([first = '', ...rest]: readonly string[]): string => first + pascalCase(rest);

export const snakeCase = (words: readonly string[]): string => words.join('_');

/** The words of a name in camel case. */
export const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

/** The name of a schema that is a component. */
export const schemaName = ({ $ref = '' }: Schema): string => refName($ref);

/** Types of events with the names of their schemas. */
export const eventsOf = ({
  webhooks,
}: OpenApiDocument): { readonly type: string; readonly schema: string }[] =>
  Object.entries(webhooks).map(([type, item]) => {
    const media = item['post']?.requestBody?.content['application/json'];

    return { type, schema: schemaName(media?.schema ?? {}) };
  });
