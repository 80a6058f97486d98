import { readdirSync, readFileSync } from 'node:fs';

/** `npm run test:slow` runs only the files that take five seconds or more, with all their cases. */
export const isSlowTier = process.env['TEST_TIER'] === 'slow';

/** `npm run test:all` runs all cases of every test; `npm test` runs a selection in three minutes. */
export const isWholeTier = isSlowTier || process.env['TEST_ALL'] !== undefined;

/** How often a failed test is repeated: 0, except in continuous integration. The last lines of a run name tests that needed it. */
export const retries = Number(process.env['TEST_RETRIES'] ?? 0);

/** All cases in the whole tier; every nth of equivalent cases in the fast tier. */
export function selectCases<Case>(cases: readonly Case[], nth: number): Case[] {
  return isWholeTier ? [...cases] : cases.filter((_, position) => position % nth === 0);
}

/** Pure code without side effects. */
export const pure = [
  ...[
    'api-keys',
    'auth',
    'campaigns',
    'contacts',
    'dashboard',
    'email-accounts',
    'emails',
    'executions',
    'http',
  ],
  ...['mail', 'inbox', 'storage', 'tracking', 'webhooks'],
].map((domain) => `test/unit/${domain}/**/*.test.ts`);

/** Tests of two seconds or more for behaviour that seldom changes: run by `npm run test:slow`. The suffix of a file is its tier. */
export const slow = 'test/**/*.slow.test.ts';

/** Files with further cases in the whole tier, by their source; `npm test` runs a selection of each. */
export function findPartlyLong(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /\b(?:isWholeTier|selectCases|TEST_ALL)\b/.test(readFileSync(file, 'utf8')));
}

/** Slow tests with a separate command: `test:clients`, `test:costs`, `test:mail`, `test:simulation` and `test:tour`. */
export const separate = [
  'test/bench/{bundle-parts,costs}.slow.test.ts',
  'test/clients/**',
  'test/journeys/readme.slow.test.ts',
  'test/simulation/**',
  'test/threading/**',
];
