import { spawnSync } from 'node:child_process';

/** The second opinion of some tests; a machine without it runs all the others. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
