/** A worker thread that bundles functions. Each request names a function and the path of its module. */
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { bundleSources } from '../../bundle/bundle-sources.ts';
import type { BundleRequest, BundleResult } from './bundler.ts';

function serve(port: MessagePort): void {
  port.on('message', (request: BundleRequest) => {
    void bundle(request).then((result) => port.postMessage(result));
  });
}

async function bundle({ id, source, path }: BundleRequest): Promise<BundleResult> {
  const outputFolder = `${path}.bundle`;
  try {
    const folders = await bundleSources({ outputFolder, sources: [source], isModuleOnly: true });
    await copyFile(join(folders.get(source.name) ?? '', 'index.mjs'), path);

    return { id };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}

if (parentPort !== null) serve(parentPort);
