import { describe, expect, test } from 'vitest';
import type { Schema } from '#lib/docs/openapi-document.ts';
import { exampleByComponent, exampleByResponse } from '../../../infra/openapi/examples/all.ts';
import { Examples } from '../../../infra/openapi/examples.ts';
import { documented } from '../../support/documented.ts';

const text: Schema = { type: 'string' };
const contact: Schema = { type: 'object', properties: { firstName: text, lastName: text } };
const toContact: Schema = { $ref: '#/components/schemas/Contact' };
const components = { Contact: contact };

/** Allows values with the type of the schema. */
const hasType = (schema: Schema, value: unknown) => typeof value === schema.type;

const examples = new Examples(components, hasType);

test('a text that may have any value needs an example value with its name', () => {
  const fields = (name: string) => ({ type: 'object', properties: { [name]: text } });

  expect(examples.of(fields('firstName'))).toEqual({ firstName: 'Ann' });
  expect(() => examples.of(fields('unknownName'))).toThrow('unknownName needs an example value');
});

describe('a field has the value', () => {
  const byComponent = { Contact: { firstName: 'of the component' } };
  const withValues = new Examples(components, hasType, byComponent);
  const request = { firstName: 'of the request' };
  const response = { firstName: 'of the response' };

  test.each([
    ['of the request first', { request, response }, 'of the request'],
    ['of the response, if the request has none', { response }, 'of the response'],
    [
      'of the response, if the value of the request is invalid',
      { request: { firstName: 1 }, response },
      'of the response',
    ],
    ['of the component, if the response has none', {}, 'of the component'],
  ])('%s', (_, sources, firstName) => {
    expect(withValues.of(toContact, sources)).toMatchObject({ firstName });
  });

  test('of its name, if the component has none', () => {
    expect(examples.of(toContact)).toMatchObject({ firstName: 'Ann' });
  });

  test('of its component in each object that contains the component', () => {
    const nested = { type: 'object', properties: { recipients: { type: 'array', items: toContact } } };

    expect(withValues.of(nested)).toMatchObject({ recipients: [{ firstName: 'of the component' }] });
  });

  test('of a single resource in the elements of a page', () => {
    const page = { type: 'object', properties: { data: { type: 'array', items: toContact } } };

    expect(withValues.of(page, { response })).toMatchObject({ data: [{ firstName: 'of the response' }] });
  });
});

test('an undefined value omits an optional field, and is rejected for a required one', () => {
  const without = { response: { lastName: undefined } };

  expect(JSON.stringify(examples.of(toContact, without))).toBe('{"firstName":"Ann"}');
  expect(() => examples.of({ ...contact, required: ['lastName'] }, without)).toThrow('lastName is invalid');
});

describe('an example value is rejected', () => {
  test('if its component does not have the field', () => {
    const byComponent = { Contact: { removedField: 'any' } };

    expect(() => new Examples(components, hasType, byComponent)).toThrow('Contact has no field removedField');
  });

  test('if its component does not allow it', () => {
    expect(() => new Examples(components, hasType, { Contact: { firstName: 1 } })).toThrow(
      'the example value of Contact.firstName is invalid: 1',
    );
  });

  test('if the response does not have the field', () => {
    const removed = { response: { removedField: 'any' } };

    expect(() => examples.of(toContact, removed, 'contacts.get 200')).toThrow(
      'contacts.get 200 has no field removedField',
    );
  });

  test('if the response does not allow it', () => {
    expect(() => examples.of(toContact, { response: { firstName: 1 } }, 'contacts.get 200')).toThrow(
      'the example value of contacts.get 200.firstName is invalid: 1',
    );
  });
});

/** The examples of all successful responses, each with its operation. */
const responses = Object.values(documented.paths).flatMap((item) =>
  Object.values(item).flatMap(({ operationId, responses: byStatus }) =>
    Object.entries(byStatus).flatMap(([status, response]) =>
      Object.values(response.content ?? {}).map(({ example, examples: named = {} }) => ({
        name: `${operationId} ${status}`,
        example: example ?? Object.values(named).map(({ value }) => value),
      })),
    ),
  ),
);

/** The objects within a value, and the value itself. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);

  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}

describe('the examples of responses', () => {
  const objects = responses.flatMap(({ name, example }) =>
    objectsIn(example).map((object) => ({ name, object })),
  );

  test.each([
    ['createdAt', 'updatedAt'],
    ['createdAt', 'startedAt'],
    ['createdAt', 'expiresAt'],
    ['startedAt', 'endedAt'],
    ['startedAt', 'pausedAt'],
    ['requestedAt', 'completedAt'],
    ['receivedAt', 'updatedAt'],
    ['lastSentAt', 'nextSendAt'],
    ['createdAt', 'lastUsedAt'],
  ])('have a time of %s that is not after %s', (first, last) => {
    const both = objects.filter(({ object }) => object[first] && object[last]);

    expect(both).not.toEqual([]);
    expect(both.filter(({ object }) => String(object[first]) > String(object[last]))).toEqual([]);
  });

  test('show a rendered email, without merge fields', () => {
    const rendered = responses.filter(({ name }) => /^(?:campaigns\.(?:preview|test)|replies\.)/.test(name));

    expect(rendered.length).toBeGreaterThan(5);
    expect(JSON.stringify(rendered)).not.toContain('{{');
  });
});

describe('example values', () => {
  test('belong to components of the document', () => {
    const names = Object.keys(documented.components.schemas);

    expect(Object.keys(exampleByComponent).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('belong to responses of the document', () => {
    const names = responses.map(({ name }) => name);

    expect(Object.keys(exampleByResponse).filter((name) => !names.includes(name))).toEqual([]);
  });
});
