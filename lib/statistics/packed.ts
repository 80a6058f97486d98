/*
 * A compact encoding for small integers that are mostly 0. Each number is a variable-length integer with the sign in the
 * lowest bit. A run of zeros is a zero and the number of further zeros. Trailing zeros are omitted.
 */

export function packNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    if (number !== 0) {
      // Positive numbers become even, negative numbers odd.
      appendVariableLength(bytes, number > 0 ? 2 * number : -2 * number - 1);
      continue;
    }
    const begin = at;
    while (numbers[at + 1] === 0) at++;
    if (at + 1 < numbers.length) {
      bytes.push(0);
      appendVariableLength(bytes, at - begin);
    }
  }

  return Uint8Array.from(bytes);
}

/** @throws Error for bytes that `packNumbers` cannot have created from at most `length` numbers */
export function unpackNumbers(bytes: Uint8Array, length: number): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [encoded, next] = readVariableLength(bytes, at);
    at = next;
    if (encoded === 0) {
      const [furtherZeros, after] = readVariableLength(bytes, at);
      at = after;
      // Limited by `length`, so that damaged bytes do not create a huge array.
      for (let count = 0; count <= furtherZeros && count < length; count++) numbers.push(0);
    } else numbers.push(encoded % 2 === 0 ? encoded / 2 : -(encoded + 1) / 2);
  }
  if (numbers.length > length) throw new Error(`${numbers.length} packed numbers instead of ${length}`);
  while (numbers.length < length) numbers.push(0);

  return numbers;
}

/** Arithmetic instead of bit operations, which are limited to 32 bits. */
function appendVariableLength(bytes: number[], number: number): void {
  let remaining = number;
  while (remaining >= 128) {
    // 7 bits of the number; the highest bit states that another byte follows.
    bytes.push((remaining % 128) + 128);
    remaining = Math.floor(remaining / 128);
  }
  bytes.push(remaining);
}

function readVariableLength(bytes: Uint8Array, begin: number): [number: number, next: number] {
  let number = 0;
  for (let at = begin, weight = 1; ; at++, weight *= 128) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('the packed data ends inside a number');
    number += (byte % 128) * weight;
    if (byte < 128) return [number, at + 1];
  }
}
