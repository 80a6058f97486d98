/** `npm run test:slow` runs only the files that take five seconds or more, with all their cases. */
export const isSlowTier = process.env['TEST_TIER'] === 'slow';

/** `npm run test:all` runs all cases of every test; `npm test` runs a selection in three minutes. */
export const isWholeTier = isSlowTier || process.env['TEST_ALL'] !== undefined;

/** All cases in the whole tier; every nth of equivalent cases in the fast tier. */
export function selectCases<Case>(cases: readonly Case[], nth: number): Case[] {
  return isWholeTier ? [...cases] : cases.filter((_, position) => position % nth === 0);
}
