import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type {
  DocumentedOperation,
  Header,
  OpenApiDocument,
  Response,
  Schema,
} from '#lib/docs/openapi-document.ts';
import { isObject, refName } from '../../infra/openapi/json-schema.ts';
import type { TestReply } from './call.ts';

export const documented: OpenApiDocument = openApi;

/** Headers that HTTP and the gateway set, which an API does not document. */
const transportHeaders =
  /^(?:content-(?:type|length|encoding)|date|connection|keep-alive|transfer-encoding|via|x-cache|x-amzn?-.*)$/;

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
formats.default(ajv);
ajv.addFormat('idn-email', true).addSchema(Object(closeObjects(openApi)), 'openapi');
const headerAjv = new Ajv2020({ strict: false, coerceTypes: true });
formats.default(headerAjv);

/**
 * A copy of the document in which every object schema is closed. The published document leaves response objects open for
 * compatible additions; tests must still find undocumented fields.
 */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closeObjects(each)]));
  const isOpenObject = value['type'] === 'object' && isObject(value['properties']);

  return isOpenObject && !('additionalProperties' in value) ? { ...copy, additionalProperties: false } : copy;
}

/** By its path in the document: `paths`, `/contacts`, `post`, … */
function validatorAt(place: readonly string[]): ValidateFunction {
  const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = ajv.getSchema(`openapi#/${encodeURI(pointer)}`);
  if (!validate) throw new Error(`the document has no schema at ${place.join(' ')}`);

  return validate;
}

/** Violations of the document's schema at a path by a value; empty when it is valid. */
export function faultsAt(place: readonly string[], value: unknown): string[] {
  const validate = validatorAt(place);

  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(' '),
      );
}

/**
 * Fails unless the document describes this response of the operation: status, media type, every field and
 * every header, including the required ones.
 */
export function expectDocumented(operationId: string, reply: TestReply): void {
  expect(documentFaults(operationId, reply), `${operationId} ${reply.status}: ${reply.text}`).toEqual([]);
}

/** Differences between a response and the document; empty if the response matches. */
export function documentFaults(operationId: string, reply: TestReply): string[] {
  const { place, operation } = findOperation(operationId);
  const declared = operation.responses[reply.status];

  return declared
    ? responseFaults(declared, [...place, 'responses', String(reply.status)], reply)
    : [`${operationId} has no documented response ${reply.status}`];
}

/** The same for a response without an operation: the gateway's responses have the shape of all errors. */
export function expectDocumentedError(reply: TestReply): void {
  const shared = Object.values(documented.paths)
    .flatMap((item) => Object.values(item))
    .map(({ responses }) => responses[reply.status])
    .find((response) => response?.$ref !== undefined);
  if (!shared) throw new Error(`no documented error has the status ${reply.status}: ${reply.text}`);
  expect(responseFaults(shared, [], reply), reply.text).toEqual([]);
}

function responseFaults(declared: Response, place: string[], reply: TestReply): string[] {
  const { response, at } = resolve(declared, place);

  return [...bodyFaults(at, response, reply), ...headerFaults(response, reply)];
}

interface Delivery {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Fails unless a delivery has the payload and the headers that the document describes. */
export function expectDocumentedDelivery({ headers, body }: Delivery): void {
  const kind = String(headers['x-webhook-event']);
  const promised = documented.webhooks[kind]?.['post']?.parameters ?? [];

  expect(eventFaults(JSON.parse(body)), body).toEqual([]);
  expect(promised.map(({ name = '' }) => name).filter((name) => !(name.toLowerCase() in headers))).toEqual(
    [],
  );
}

/** Faults in an event's payload by the document; empty when it is valid. */
export function eventFaults(payload: Readonly<Record<string, unknown>>): string[] {
  return faultsAt(
    ['webhooks', String(payload['event']), 'post', 'requestBody', 'content', 'application/json', 'schema'],
    payload,
  );
}

/** The operation of a path and a method in the document. */
export function operationIdAt(method: string, path: string): string {
  const { operationId } = documented.paths[path]?.[method.toLowerCase()] ?? {};
  if (operationId === undefined) throw new Error(`${method} ${path} is not in the document`);

  return operationId;
}

function findOperation(operationId: string): { place: string[]; operation: DocumentedOperation } {
  for (const [path, item] of Object.entries(documented.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId === operationId) return { place: ['paths', path, method], operation };
    }
  }
  throw new Error(`${operationId} is not in the document; \`npm run openapi\` writes it`);
}

function resolve(response: Response, at: string[]): { response: Response; at: string[] } {
  const name = response.$ref?.split('/').at(-1) ?? '';
  const shared = documented.components.responses[name];

  return shared ? { response: shared, at: ['components', 'responses', name] } : { response, at };
}

function bodyFaults(at: readonly string[], { content = {} }: Response, reply: TestReply): string[] {
  const types = Object.keys(content);
  const type = reply.headers['content-type'];
  if (types.length === 0) return reply.text === '' ? [] : ['the response has an undocumented body'];
  if (type === undefined || !types.includes(type)) return [`${type} is not one of ${types.join()}`];
  const body: unknown = type === 'application/json' ? reply.body : reply.text;

  return faultsAt([...at, 'content', type, 'schema'], body);
}

function headerFaults({ headers = {} }: Response, reply: TestReply): string[] {
  const names = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  const undeclared = Object.keys(reply.headers).filter(
    (name) => !names.has(name.toLowerCase()) && !transportHeaders.test(name.toLowerCase()),
  );
  const invalid = [...names.values()].filter((name) => {
    const header: Header = documented.components.headers[name] ?? {};
    const value = reply.headers[name.toLowerCase()];
    if (value === undefined) return header.required === true;

    return !headerAjv.validate(header.schema ?? {}, value);
  });

  return [
    ...undeclared.map((name) => `${name} is not declared`),
    ...invalid.map((name) => `${name} is missing or wrong`),
  ];
}

/** A field of a component, without the references on the way: `fieldOf('Campaign', 'stats', 'replied')`. */
export const fieldOf = (name: string, ...path: readonly string[]): Schema | undefined =>
  path.reduce<Schema | undefined>(
    (schema, field) => resolveSchema(schema?.properties?.[field]),
    documented.components.schemas[name],
  );

/** The description at a reference wins. */
const resolveSchema = (schema: Schema = {}): Schema =>
  schema.$ref === undefined ? schema : { ...documented.components.schemas[refName(schema.$ref)], ...schema };

/** The chapters of the document, in Markdown. */
export const guide = documented.tags
  .map(({ name, description }) => `## ${name}\n\n${description}`)
  .join('\n\n');
