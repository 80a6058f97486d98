import { expect, test } from 'vitest';
import { findUnstorable } from '#lib/http/json.ts';

const faultsOf = (text: string) => findUnstorable(text, JSON.parse(text));
const pathsOf = (text: string) => faultsOf(text).map(({ path }) => path);

test.each([
  ['"\\ud800"', [[]]],
  ['{"a":"x\\uDC00y"}', [['a']]],
  ['{"a":["ok",{"b":"\\udfff"}]}', [['a', 1, 'b']]],
  ['{"a":"\\ud800","b":1e999}', [['a'], ['b']]],
  ['[9007199254740992,-9007199254740992,1E21,-1e300]', [[0], [1], [2], [3]]],
  [`[5e-324,-1e-131,0.${'0'.repeat(200)}1]`, [[0], [1], [2]]],
])('%s has inexact values', (text, paths) => {
  expect(pathsOf(text)).toEqual(paths);
});

test('each message states one rule', () => {
  expect(faultsOf('["\\ud800",1e21,-1e-131]').map(({ message }) => message)).toEqual([
    'must be well-formed Unicode text',
    'must be between -9007199254740991 and 9007199254740991',
    'must be 0, or at least 1e-130 without its sign',
  ]);
});

test.each([
  '"\\ud83d\\ude00"',
  '"😀"',
  '"\\\\ud800"',
  '{"\\ud83d\\ude00":1}',
  '[9007199254740991,-9007199254740991,1e-130,1e15,-0,0.1,0e5]',
  '"1e999 and 99999999999999999999"',
  'null',
])('%s is exact', (text) => {
  expect(pathsOf(text)).toEqual([]);
});
