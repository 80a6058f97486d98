import { expect, test } from 'vitest';
import {
  type CustomField,
  changeKind,
  customFieldsError,
  fromRows,
} from '../../../infra/dashboard/pages/profile/custom-fields.ts';

const row = (name: string, text: string): CustomField => ({ key: 0, name, kind: 'text', text });

test.each([
  ['', ''],
  [' ', ''],
  ['', ' '],
])('a custom field with the name “%s” and the value “%s” is omitted without an error', (name, text) => {
  const rows = [row('level', 'gold'), row(name, text)];

  expect(fromRows(rows)).toEqual({ level: 'gold' });
  expect(customFieldsError(rows)).toBeUndefined();
});

test.each([
  ['boolean', 'number', 'true', ''],
  ['boolean', 'text', 'false', ''],
  ['text', 'boolean', 'gold', 'true'],
  ['text', 'number', '12', '12'],
] as const)('a change from %s to %s turns “%s” into “%s”', (kind, next, text, changed) => {
  expect(changeKind(next, { ...row('level', text), kind })).toEqual({ kind: next, text: changed });
});

test('a value without a name, and a name that is used twice, are errors', () => {
  expect(customFieldsError([row('', 'gold')])).toContain('must begin with a letter');
  expect(customFieldsError([row('level', 'gold'), row('level ', 'silver')])).toContain('used twice');
});
