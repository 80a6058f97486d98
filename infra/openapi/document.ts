import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { eventData } from '#lib/activity/event-data.ts';
import type { DocumentedTag, OpenApiDocument, PathItem, Schema } from '#lib/docs/openapi-document.ts';
import { serviceInfo } from '#lib/docs/service-info.ts';
import { Timestamp } from '#lib/values/schemas.ts';
import { exampleByComponent } from './examples/all.ts';
import { Examples } from './examples.ts';
import { describeFields } from './fields.ts';
import { headersIn } from './headers.ts';
import { resolveLinks } from './links.ts';
import { nameObjects } from './name-objects.ts';
import { nameSchemas } from './named-schemas.ts';
import { markOpenEnums } from './open-enums.ts';
import { describeOperation, domainOf } from './operation.ts';
import { namePages } from './pages.ts';
import { receivingTag, receivingText } from './prose/receiving.ts';
import { schemaTexts } from './prose/schemas.ts';
import { serviceDescription } from './prose/service.ts';
import { tagsOf } from './prose/tags.ts';
import { webhookEventsDescription, webhookEventsTag } from './prose/webhooks.ts';
import type { Endpoint } from './request-body.ts';
import { errorComponents, errorSchemas } from './responses.ts';
import { sampleOf } from './samples.ts';
import { describeSchemas, type Root, sortByName } from './schemas.ts';
import { hasBody } from './success-responses.ts';
import { nameVariants } from './variants.ts';
import { deliveredKinds, describeWebhooks, payloadSchemas } from './webhooks.ts';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value of 1 to 255 printable ASCII characters. A repeat with the same key within 24 hours returns the first response and changes nothing. Errors are not stored. See [Repeating a request](#repeating-a-request).',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]{1,255}$' },
  example: '4b6f0c1e-27c0-4d2f-9d0f-6d2c1f6f8a11',
} as const;

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the version that you have read. If the resource has changed since, the request returns 422 with the rule `precondition` and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 1000 },
  example: '"mbx5zq8g"',
} as const;

const servers = [
  {
    url: 'https://{host}',
    // States that the host is public. The OWASP rules of the linter require such a statement (API9:2023).
    'x-internal': false,
    description: 'A deployed stage. A served document has its own address as the first server.',
    variables: {
      host: {
        default: 'api.example.com',
        description: 'Host name. Without a custom domain, it includes the stage: `….amazonaws.com/prod`.',
      },
    },
  },
];

/**
 * The OpenAPI 3.1 document of the service, generated from its contracts, the samples in `events/` and the texts in
 * `prose/`. The result is deterministic.
 */
export async function openApiDocument(endpoints: readonly Endpoint[]): Promise<OpenApiDocument> {
  const { roots, components: namedComponents } = describeSchemas(rootsOf(endpoints), await nameSchemas());
  const { schemaOf, components } = namePages(roots, nameVariants(namedComponents));
  const schemas = sortByName({
    ...errorSchemas(),
    ...payloadSchemas(schemaOf, schemaOf('timestamp')),
    ...describeComponents(components),
  });
  const examples = new Examples(schemas, createSchemaValidator(schemas), exampleByComponent);
  const paths = describePaths(endpoints, schemaOf, examples);
  const responses = errorComponents();
  const [summary = '', ...chapters] = serviceDescription.split(/^## /m);

  return resolveLinks({
    openapi: '3.1.1',
    info: {
      title: serviceInfo.name,
      version: serviceInfo.version,
      summary: 'Outreach email campaigns, contacts, activity and signed webhooks.',
      description: summary.trim(),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The Outreach Campaign Service authors' },
    },
    servers,
    tags: [
      ...chapters.map(toTag),
      ...tagsOf(new Set(endpoints.map(domainOf))),
      { name: receivingTag, description: receivingText },
      { name: webhookEventsTag, description: webhookEventsDescription },
    ],
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: sortByName(markOpenEnums(nameObjects(schemas))),
      responses,
      parameters: { 'Idempotency-Key': idempotencyKey, 'If-Match': ifMatch },
      headers: headersIn({ paths, responses }),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'osk_…',
          description:
            'An API key. `full-access` can read and write; `read-only` can call GET endpoints only.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-outreach_session',
          description:
            'A session of the browser dashboard. The role of the user limits it, see [Roles](#roles). Writes must come from the same origin.',
        },
      },
    },
  });
}

/** The page shows a tag without operations as a chapter. Generators copy `info.description` into each file. */
function toTag(chapter: string): DocumentedTag {
  const end = chapter.indexOf('\n');

  return { name: chapter.slice(0, end), description: chapter.slice(end).trim() };
}

/** The schemas of all requests, responses and events. */
function rootsOf(endpoints: readonly Endpoint[]): Root[] {
  const endpointRoots = endpoints.flatMap(({ name, definition }) => [
    ...(['params', 'query', 'body', 'form'] as const).flatMap((inputName): Root[] => {
      const schema = definition[inputName];
      if (!schema) return [];
      const isInline = inputName === 'params' || inputName === 'query';

      return [{ key: `${name} ${inputName}`, schema, direction: 'input', isInline }];
    }),
    ...Object.entries(definition.responses).flatMap(([status, schema]): Root[] =>
      hasBody(Number(status)) ? [{ key: `${name} ${status}`, schema, direction: 'output' }] : [],
    ),
  ]);
  const eventRoots = deliveredKinds.map(
    (kind): Root => ({ key: kind, schema: eventData[kind], direction: 'output' }),
  );

  return [...endpointRoots, ...eventRoots, { key: 'timestamp', schema: Timestamp, direction: 'output' }];
}

function describeComponents(components: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const described = describeFields(schema, name);
      const texts = [schemaTexts[name], described.description].filter((text) => text !== undefined);

      return [name, { ...described, ...(texts.length > 0 && { description: texts.join(' ') }) }];
    }),
  );
}

function describePaths(
  endpoints: readonly Endpoint[],
  schemaOf: (key: string) => Schema,
  examples: Examples,
): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint.definition;
    const operation = describeOperation(endpoint, {
      schemaOf,
      examples,
      sample: sampleOf(endpoint.name),
    });
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }

  return paths;
}

/** Returns a function that checks whether a value is valid against a schema of the document. */
function createSchemaValidator(
  schemas: Readonly<Record<string, Schema>>,
): (schema: Schema, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: { schemas } });
  // Compiling is slow, so equal schemas are compiled once.
  const compiled = new Map<string, ValidateFunction>();

  return (schema, value) => {
    // References point to the components of the added document.
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);

    return validate(value);
  };
}
