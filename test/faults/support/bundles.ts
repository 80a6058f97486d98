import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { bundleFunctions } from '../../../infra/bundle.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { bundleAll } from '../../support/bundles.ts';

let deployed: Promise<string> | undefined;

/** The operation's bundle, as it is deployed. */
export async function deployedBundle({ name }: Pick<Endpoint, 'name'>): Promise<string> {
  deployed ??= bundleAll();

  return join(await deployed, name, 'index.mjs');
}

/** Bundled like the real functions. */
export async function bundleOf({ file }: Pick<Endpoint, 'file'>): Promise<string> {
  const name = basename(file, '.ts');
  const outputFolder = join(inject('stateFolder'), 'planted', name);
  const folders = await bundleFunctions({ outputFolder, sources: [{ name, file }] });

  return join(folders.get(name) ?? outputFolder, 'index.mjs');
}
