/**
 * Set by `npm run test:faults`: faults are injected into functions' calls. Processing takes longer, and
 * messages may be repeated.
 */
export const hasFaults = process.env['LOCAL_FAULTS'] !== undefined;
