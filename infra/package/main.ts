import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writePackage } from './write-package.ts';

const folder = resolve(process.argv[2] ?? '.build/package');
await rm(folder, { recursive: true, force: true });
await writePackage(folder);
process.stdout.write(
  `The package is in ${folder}. Pack it with npm pack ${folder}, or publish it with npm publish ${folder}.\n`,
);
