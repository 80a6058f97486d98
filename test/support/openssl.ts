import { spawnSync } from 'node:child_process';

/** Tests that compare results with openssl are skipped on machines without it. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
