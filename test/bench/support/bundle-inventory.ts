import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Metafile = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
    }),
  ),
});

export interface Bundle {
  readonly operation: string;
  /** The deployed module. */
  readonly file: string;
  readonly bytes: number;
  /** Every file that is partly in the bundle after minification. */
  readonly inputs: readonly string[];
}

/** Reads the inputs of each function from esbuild's metafile. */
export function readBundles(bundlesFolder: string): Bundle[] {
  const { outputs } = Metafile.parse(JSON.parse(readFileSync(join(bundlesFolder, 'metafile.json'), 'utf8')));

  return Object.entries(outputs).flatMap(([path, { bytes, inputs }]) => {
    const operation = /([^/]+)\/index\.mjs$/.exec(path)?.[1];
    const kept = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);

    return operation === undefined
      ? []
      : [
          {
            operation,
            file: join(bundlesFolder, operation, 'index.mjs'),
            bytes,
            inputs: kept.map(([input]) => input),
          },
        ];
  });
}
