/** `npm run test:all` asks for all that a guarantee was ever tried with; `npm test` for what shows it in five minutes. */
export const isWholeTier = process.env['TEST_ALL'] !== undefined;

/** All of them in the whole tier, and of what is the same for each every nth in the fast one. */
export function shownOf<Case>(cases: readonly Case[], nth: number): Case[] {
  return isWholeTier ? [...cases] : cases.filter((_, position) => position % nth === 0);
}
