/** `npm run test:all` asks for all that a guarantee was ever tried with; `npm test` for what shows it in five minutes. */
export const isWholeTier = process.env['TEST_ALL'] !== undefined;
