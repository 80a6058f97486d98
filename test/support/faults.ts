/** Functions meet faults in this run, as `npm run test:faults` asks for. Their journeys take longer, and messages may be repeated. */
export const hasFaults = process.env['LOCAL_FAULTS'] !== undefined;
