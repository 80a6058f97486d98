import { expect, test } from 'vitest';
import { readMediaType } from '#lib/http/request.ts';

test.each([
  ['text/csv', 'text/csv', undefined, undefined],
  ['Text/CSV ; Charset=UTF-8', 'text/csv', 'UTF-8', undefined],
  ['text/csv; header=present;charset="utf-16le"', 'text/csv', 'utf-16le', undefined],
  ['multipart/form-data; boundary=----WebKit7MA4', 'multipart/form-data', undefined, '----WebKit7MA4'],
  ['multipart/form-data; boundary="a b;c\\"d"; charset=x', 'multipart/form-data', 'x', 'a b;c"d'],
  ['multipart/form-data; boundary=""', 'multipart/form-data', undefined, ''],
  ['application/json;', 'application/json', undefined, undefined],
  ['charset=utf-8', 'charset=utf-8', undefined, undefined],
  [undefined, '', undefined, undefined],
])('%s', (value, type, charset, boundary) => {
  expect(readMediaType(value)).toEqual({ type, charset, boundary });
});
