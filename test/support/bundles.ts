import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { bundleFunctions } from '../../infra/bundle.ts';

/**
 * Bundles all functions as for a deployment. The same sources give the same bytes, so they equal the bundles
 * of a stack.
 * @returns the folder with `<operation>/index.mjs` and `metafile.json`, which is removed after
 * the run
 */
export async function bundleAll(): Promise<string> {
  const outputFolder = join(inject('stateFolder'), 'bundles', randomUUID());
  await bundleFunctions({ outputFolder });

  return outputFolder;
}
