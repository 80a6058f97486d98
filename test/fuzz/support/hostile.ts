import type { Random } from './random.ts';

/** Texts that a client could send. */
export const texts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'line\r\nbreak',
  '\u0007\u001b[31m\u007f\u0085\u2028\u2029',
  '\ud800',
  'x\udc00y',
  '\ufffe\uffff',
  '\u202eright to left',
  'e\u0301\u0301\u0301',
  'ﷺ'.repeat(20),
  '👩‍👩‍👧‍👦',
  '𝕳𝖊𝖑𝖑𝖔',
  'İıſKΩ',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e400',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
  "' OR '1'='1",
  '<script>alert(1)</script>',
  '{{firstName}}',
  '{{#if}}',
  '{{ firstName | default: "x',
  '#{7*7}',
  '#',
  '|',
  'W#wsp_01#CONTACT',
  '=cmd|calc',
  'a@b@c.d',
  'user@localhost',
  'user@[127.0.0.1]',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '2024-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  'Mars/Phobos',
];

/** Numbers at and beyond the limits of a double, an integer or the table. */
export const numbers: readonly number[] = [
  -1,
  -0,
  0.1,
  1e-7,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  9.99e125,
  1e126,
  1.7976931348623157e308,
  -1e308,
  1e-200,
];

/** A value that few fields accept. */
export function hostileValue(dice: Random): unknown {
  switch (dice.below(8)) {
    case 0:
      return dice.pick([null, true, false]);
    case 1:
      return dice.pick(numbers);
    case 2:
      return dice.pick<unknown>([[], {}, [[]], [null], { $ne: null }, [{}], { toString: 1 }]);
    case 3:
      return dice
        .pick(['x', 'é', '\u0000', '\ud800', '𝕳', '"', ' '])
        .repeat(dice.pick([256, 1025, 2049, 70_000]));
    case 4:
      return Array.from({ length: dice.pick([2, 101, 1001, 5000]) }, () => dice.pick(texts));
    case 5:
      return Object.fromEntries(Array.from({ length: dice.pick([1, 60, 500]) }, (_, at) => [`key${at}`, at]));
    case 6:
      return nested(dice.pick([5, 100, 2000]));
    default:
      return dice.pick(texts);
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };

  return value;
}
