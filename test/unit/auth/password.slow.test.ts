import { expect, test } from 'vitest';
import { hashPassword, isPassword, unmatchablePassword } from '#lib/auth/password.ts';

const quick = { cost: 16, blockSize: 1, parallelization: 1 };

test('a password is hashed using 128 MB of memory', async () => {
  const hash = await hashPassword('correct horse battery staple');

  // scrypt needs 128 × N × r bytes.
  expect(128 * hash.cost * hash.blockSize).toBe(128 * 1024 * 1024);
  expect(hash).toMatchObject({ cost: 2 ** 17, blockSize: 8, parallelization: 1 });
  expect(await isPassword('correct horse battery staple', hash)).toBe(true);
});

test('the same password has different hashes', async () => {
  const [one, two] = [await hashPassword('secret', quick), await hashPassword('secret', quick)];

  expect(Buffer.from(one.salt).equals(two.salt)).toBe(false);
  expect(Buffer.from(one.hash).equals(two.hash)).toBe(false);
});

test('only the password itself is accepted, in any Unicode normalisation', async () => {
  const hash = await hashPassword('Caf\u00e9 ', quick);

  expect(await isPassword('Cafe\u0301 ', hash)).toBe(true);
  for (const wrong of ['Caf\u00e9', 'caf\u00e9 ', 'Cafe ', '']) {
    expect(await isPassword(wrong, hash)).toBe(false);
  }
});

test('the unmatchable password costs the same and never matches', async () => {
  const { cost, blockSize, parallelization } = await hashPassword('x');

  expect(unmatchablePassword).toMatchObject({ cost, blockSize, parallelization });
  for (const tried of ['', 'x']) expect(await isPassword(tried, unmatchablePassword)).toBe(false);
});
