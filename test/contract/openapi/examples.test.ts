import { expect, test } from 'vitest';
import { Examples } from '../../../infra/openapi/examples.ts';

const examples = new Examples({}, () => true);

test('a text that may have any value needs an example value with its name', () => {
  const fields = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

  expect(examples.of(fields('firstName'))).toEqual({ firstName: 'Ann' });
  expect(() => examples.of(fields('unknownName'))).toThrow('unknownName needs an example value');
});

test('the elements of a page have the values of a single resource', () => {
  const properties = { reason: { type: 'string' } };
  const page = {
    type: 'object',
    properties: { data: { type: 'array', items: { type: 'object', properties } } },
  };

  expect(examples.of(page, { reason: 'manual' })).toEqual({ data: [{ reason: 'manual' }] });
});
