import { expect, test } from 'vitest';
import { validate } from '../../../infra/dashboard/components/form/validate.ts';

const nullable = (schema: object) => ({
  type: 'object' as const,
  properties: { field: { anyOf: [{ type: 'string' as const, ...schema }, { type: 'null' as const }] } },
});

test.each([
  ['a text with a wrong pattern', { pattern: '^https:' }, 'ftp:', 'This value has the wrong format.'],
  ['a text that is too long', { maxLength: 2 }, 'abc', 'At most 2 characters.'],
  ['a number', {}, 5, 'This value has the wrong type.'],
  ['null', { pattern: '^https:' }, null, undefined],
])('in a field that may be null, %s gets its most precise message', (_, schema, field, message) => {
  expect(validate(nullable(schema), { field })['field']).toBe(message);
});
