import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { threadsOf } from '../../bundle/threads.ts';
import type { FunctionModel } from '../template/functions.ts';
import { createBundler } from './bundler.ts';
import type { ContentCache } from './content-cache.ts';

const Source = z.object({ name: z.string(), file: z.string() });

export interface FunctionCode {
  /**
   * Bundles a function into its folder, unless the folder has code already. Idempotent.
   * @throws when a file does not compile
   */
  prepare(definition: Pick<FunctionModel, 'codeFolder'>): Promise<void>;
  /** Bundles all functions before they are called, in the order in which a person needs them. Never rejects. */
  prepareAll(definitions: readonly Pick<FunctionModel, 'codeFolder' | 'operation'>[]): Promise<void>;
}

/** The first pages call these; the other functions follow in any order. */
const firstDomains = ['auth', 'dashboard', 'email-accounts', 'campaigns', 'contacts', 'replies'];

/** File in a function's folder. It names the source to bundle there before the function's first invocation. */
export const sourceFile = 'source.json';
const moduleFile = 'index.mjs';

/** Bundles functions on demand. Concurrent calls for one function share its bundling. */
export function createFunctionCode(cache: ContentCache): FunctionCode {
  const bundle = createBundler();
  const prepared = new Map<string, Promise<void>>();
  /** @returns the threads of the bundled module */
  const fill = async (source: z.infer<typeof Source>, path: string) => {
    await cache.fill(`functions/${source.name}.mjs`, path, (entry) => bundle(source, entry));

    return threadsOf(readFileSync(path, 'utf8'));
  };
  const prepare = async (codeFolder: string) => {
    const sourcePath = join(codeFolder, sourceFile);
    const modulePath = join(codeFolder, moduleFile);
    if (existsSync(modulePath) || !existsSync(sourcePath)) return;
    const source = Source.parse(JSON.parse(readFileSync(sourcePath, 'utf8')));
    for (const thread of await fill(source, modulePath))
      await fill(thread, join(codeFolder, `${thread.name}.mjs`));
  };

  const prepareOnce: FunctionCode['prepare'] = ({ codeFolder }) => {
    const existing = prepared.get(codeFolder);
    if (existing !== undefined) return existing;
    const preparing = prepare(codeFolder);
    prepared.set(codeFolder, preparing);
    // The next invocation tries again, because the source may be corrected before it.
    preparing.catch(() => prepared.delete(codeFolder));

    return preparing;
  };

  return {
    prepare: prepareOnce,
    prepareAll: async (definitions) => {
      // One after the other: a call in the meantime shares the processors with one bundling only.
      for (const definition of definitions.toSorted((one, other) => rankOf(one) - rankOf(other)))
        await prepareOnce(definition).catch(() => undefined);
    },
  };
}

function rankOf({ operation }: Pick<FunctionModel, 'operation'>): number {
  const rank = firstDomains.indexOf(operation.split('.')[0] ?? '');

  return rank === -1 ? firstDomains.length : rank;
}
