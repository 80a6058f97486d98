import type { DocumentedOperation, Parameter, Schema } from '#lib/docs/openapi-document.ts';
import { type Contract, requiredRole } from '#lib/http/contract.ts';
import { acceptsIfMatch } from '#lib/http/if-match.ts';
import type { Examples } from './examples.ts';
import { describeFields, operationSchemaPath } from './fields.ts';
import { supportsIdempotencyKey } from './headers.ts';
import { operationTexts } from './prose/operations.ts';
import { tagOf } from './prose/tags.ts';
import { type Endpoint, type OperationContext, requestBodyOf } from './request-body.ts';
import { errorReferences } from './responses.ts';
import { successResponses } from './success-responses.ts';

/** The gateway limits the request line and headers to 10,240 bytes. */
const parameterLengthMax = 10_240;

/** The operation in the document, from the contract, the sample and the texts of an endpoint. */
export function describeOperation(endpoint: Endpoint, context: OperationContext): DocumentedOperation {
  const { name, definition } = endpoint;
  const parameters = parametersOf(endpoint, context);
  const requestBody = requestBodyOf(endpoint, context);

  return {
    operationId: name,
    // A summary is plain text, not Markdown.
    summary: definition.summary.replaceAll('`', ''),
    description: operationDescription(endpoint),
    tags: [tagOf(domainOf(endpoint)).name],
    security: securityOf(definition),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successResponses(endpoint, context), ...errorReferences(definition) },
    ...(definition.extension && { 'x-extension': true }),
  };
}

export function domainOf({ name }: Pick<Endpoint, 'name'>): string {
  return name.split('.')[0] ?? name;
}

function operationDescription({ name, definition }: Endpoint): string {
  const { auth, method, produces, rendersPage, revealsSecret, extension, slow } = definition;
  const role = requiredRole(definition);
  const hasRole = auth === 'credential' || auth === 'session';
  const sentences = [
    operationTexts[name],
    auth === 'none' && 'No credential required.',
    auth === 'link' && linkText,
    auth === 'link' && method === 'GET' && linkHeadText,
    (rendersPage || (auth === 'link' && produces !== 'image/gif')) && negotiationText,
    auth === 'session' && 'Requires a session; an API key returns 401.',
    auth === 'credential' && method !== 'GET' && 'Requires a `full-access` key or a session.',
    // Every role may read, unless the contract says otherwise.
    hasRole && role !== 'viewer' && `A user needs the role \`${role}\`.`,
    revealsSecret && secretText,
    slow && inFlightText(slow.inFlightPerWorkspace),
    extension && 'This operation is an extension, see “Conventions”.',
  ].filter((sentence) => typeof sentence === 'string');

  return sentences.length === 0 ? `${definition.summary}.` : sentences.join(' ');
}

const linkText =
  'No credential required: the signed token authorizes the request. Other parts of the URL are ignored.';
const linkHeadText = 'A HEAD request is attributed to a bot.';

const negotiationText =
  'An error is an HTML page by default, and JSON if the `Accept` header prefers `application/json` to `text/html`.';

const secretText =
  'The response contains a secret, which is returned once. A repeat with the same Idempotency-Key returns it again.';

function inFlightText(limit: number): string {
  return `A workspace can have ${limit} of these requests in flight. A further request returns 429 with \`X-RateLimit-Limit: ${limit}\`; \`X-RateLimit-Reset\` is the time by which at least one of them has ended.`;
}

function securityOf({ auth }: Contract): DocumentedOperation['security'] {
  if (auth === 'none' || auth === 'link') return [];

  return auth === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function parametersOf(endpoint: Endpoint, context: OperationContext): Parameter[] {
  const { definition, name } = endpoint;
  const { sample } = context;

  return [
    ...(definition.params ? toParameters(name, 'path', sample.params, context) : []),
    ...(definition.query ? toParameters(name, 'query', sample.query, context) : []),
    ...(supportsIdempotencyKey(definition) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ...(acceptsIfMatch(definition) ? [{ $ref: '#/components/parameters/If-Match' }] : []),
  ];
}

function toParameters(
  operation: string,
  location: 'path' | 'query',
  sample: Readonly<Record<string, string>>,
  { examples, schemaOf }: OperationContext,
): Parameter[] {
  const schema = schemaOf(`${operation} ${location === 'path' ? 'params' : location}`);
  const { properties, required = [] } = describeFields(schema, operationSchemaPath(operation, location));
  if (!properties) throw new Error(`the ${location} parameters of an operation must be an object of fields`);

  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: location,
    required: required.includes(name),
    description: description ?? '',
    schema: withMaxLength(field),
    ...(!withoutExample.test(`${operation} ${name}`) && {
      example: exampleParameter(field, sample[name], () => exampleOf(name, field, examples)),
    }),
  }));
}

/**
 * No value of a cursor is valid for every caller. The other parameters cannot be combined with an example beside them: a second
 * filter, an order, or options that the example of the body has.
 */
const withoutExample =
  / cursor$|^dashboard\.stats emailAccountId$|^contacts\.(?:import |list (?:sort|order)$|count audience$)/u;

function withMaxLength(schema: Schema): Schema {
  const needsMaxLength =
    schema.type === 'string' && schema.enum === undefined && schema.maxLength === undefined;

  return needsMaxLength ? { ...schema, maxLength: parameterLengthMax } : schema;
}

/** The example that a field of this name and schema gets. */
function exampleOf(name: string, field: Schema, examples: Examples): unknown {
  return Object(examples.of({ type: 'object', properties: { [name]: field } }))[name];
}

/** Samples have parameters as text; numbers and booleans are converted. */
function exampleParameter({ type }: Schema, text: string | undefined, fallback: () => unknown): unknown {
  if (text === undefined) return fallback();

  return type === 'integer' || type === 'number' || type === 'boolean' ? JSON.parse(text) : text;
}
