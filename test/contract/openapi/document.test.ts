import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DocumentedOperation, OpenApiDocument } from '#lib/docs/openapi-document.ts';
import toolList from '#lib/mcp/tool-list.json' with { type: 'json' };
import { endpoints } from '#lib/operations.ts';
import { EventKind } from '#lib/values/event-kind.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { describeTools } from '../../../infra/reference/tool-list.ts';
import { documented, faultsAt } from '../../support/documented.ts';

const operations = Object.entries(documented.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
);
const named = (operation: DocumentedOperation) =>
  endpoints.find(({ name }) => name === operation.operationId)?.definition;

describe('The committed document', () => {
  test('matches the contracts', async () => {
    const written = `${JSON.stringify(await openApiDocument(endpoints), null, 2)}\n`;
    const isCurrent = written === readFileSync('lib/docs/openapi.json', 'utf8');

    expect(isCurrent, 'lib/docs/openapi.json is out of date: run `npm run openapi`').toBe(true);
  });

  test('gives agents a list of tools with a text for each argument', () => {
    const list = describeTools(documented);
    const withoutText = list.flatMap(({ name, inputSchema: { properties = {} } }) =>
      Object.entries(properties)
        .filter(([, schema]) => !('description' in schema))
        .map(([argument]) => `${name} ${argument}`),
    );

    expect(toolList, 'lib/mcp/tool-list.json is out of date: run `npm run openapi`').toEqual(list);
    expect(withoutText).toEqual([]);
  });

  test('describes exactly the endpoints with their names, methods and paths', () => {
    const contracts = endpoints.map(
      ({ name, definition }) => `${definition.method} ${definition.path} ${name}`,
    );
    const described = operations.map(
      ({ method, path, operationId }) => `${method.toUpperCase()} ${path} ${operationId}`,
    );

    expect(described.toSorted()).toEqual(contracts.toSorted());
  });

  test('describes the 13 event types of the specification, seven extensions, and the webhook test', () => {
    expect(EventKind.options).toHaveLength(20);
    expect(Object.keys(documented.webhooks)).toEqual([...EventKind.options, 'webhook.test']);
  });

  test('has no number with a negative minimum, because the API has only counts, sizes, rates and codes', () => {
    const text = JSON.stringify(documented);
    const minimums = [...text.matchAll(/"(?:exclusiveM|m)inimum":(-?[\d.]+)/g)];
    // The values of custom fields.
    const exact = '"type":"number","minimum":-9007199254740991';

    expect(minimums.length).toBeGreaterThan(100);
    expect(minimums.filter(([, minimum]) => Number(minimum) < 0)).toHaveLength(text.split(exact).length - 1);
  });

  test('groups every operation under a tag that it describes', () => {
    const tags = documented.tags.map(({ name }) => name);

    expect(
      operations.filter(({ tags: own }) => own.length !== 1 || !own.every((tag) => tags.includes(tag))),
    ).toEqual([]);
  });
});

describe.each(operations)('$operationId', (operation) => {
  const { operationId, path, method, responses, requestBody, parameters = [] } = operation;
  const definition = named(operation);
  const documentPath = ['paths', path, method];

  test('documents its successful responses and all its errors', () => {
    const isWrite = method !== 'get';
    const isPublic = definition?.auth === 'none';
    const isLink = definition?.auth === 'link';
    const needsRole = definition?.role !== undefined && definition.role !== 'viewer';
    const credentials = { none: 0, link: 0, session: 1, credential: 2 };
    const errors = [
      ...(isLink || (isPublic && !isWrite) ? [] : ['401']),
      ...((isWrite && !isLink) || needsRole ? ['403'] : []),
      ...(path.includes('{') && definition?.produces !== 'image/gif' ? ['404'] : []),
      ...['422', '429', '500'],
    ];

    expect(Object.keys(responses)).toEqual([...Object.keys(definition?.responses ?? {}), ...errors]);
    expect(operation.security.length).toBe(credentials[definition?.auth ?? 'none']);
    expect(operation['x-extension'] ?? false).toBe(definition?.extension ?? false);
  });

  test('has valid examples of its request and of every response', () => {
    const bodies = [
      { at: [...documentPath, 'requestBody'], content: requestBody?.content ?? {} },
      ...Object.entries(responses).map(([status, { content = {} }]) => ({
        at: [...documentPath, 'responses', status],
        content,
      })),
    ];
    for (const { at, content } of bodies) {
      for (const [type, { example, examples }] of Object.entries(content)) {
        const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
        expect(values).not.toEqual([]);
        expect(values).not.toContain(undefined);
        for (const value of values) {
          expect(faultsAt([...at, 'content', type, 'schema'], value)).toEqual([]);
        }
      }
    }
    for (const [index, { name, example, $ref }] of parameters.entries()) {
      const isWithout =
        name === 'cursor' || /^contacts\.(?:import|list|count)$|^dashboard\.stats$/.test(operationId);
      if ($ref === undefined && !(isWithout && example === undefined))
        expect(faultsAt([...documentPath, 'parameters', String(index), 'schema'], example)).toEqual([]);
    }
  });

  test('accepts an Idempotency-Key if it writes', () => {
    const accepts = parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key');

    const isCallers = definition?.auth === 'credential' || definition?.auth === 'session';

    expect([operationId, accepts]).toEqual([operationId, method !== 'get' && isCallers]);
  });
});

test.each(Object.entries(documented.webhooks))('the example of %s is valid', (kind, item) => {
  const example = item['post']?.requestBody?.content['application/json']?.example;
  const documentPath = ['webhooks', kind, 'post', 'requestBody', 'content', 'application/json', 'schema'];

  expect(example).toMatchObject({ event: kind });
  expect(faultsAt(documentPath, example)).toEqual([]);
});

describe('The document generator', () => {
  let again: OpenApiDocument;
  beforeAll(async () => {
    again = await openApiDocument(endpoints.toReversed());
  });

  test('names schemas independently of the order of operations', () => {
    expect(Object.keys(again.components.schemas)).toEqual(Object.keys(documented.components.schemas));
  });

  test('omits unused schemas', async () => {
    const { components } = await openApiDocument([]);

    expect(Object.keys(components.schemas)).not.toContain('NewContact');
  });
});
