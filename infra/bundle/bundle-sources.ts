import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { builtInModules } from './built-in-modules.ts';
import { threadsOf } from './threads.ts';
import { unusedParts } from './unused-parts.ts';

const repositoryFolder = resolve(import.meta.dirname, '../..');

/** The part of an operation that bundling needs. */
export interface Source {
  readonly name: string;
  /** Relative to `sourceFolder`. */
  readonly file: string;
}

export interface BundleRequest {
  readonly outputFolder: string;
  readonly sources: readonly Source[];
  /** Default: the repository. */
  readonly sourceFolder?: string;
  /** Writes only the module, without its source map and esbuild's metafile. */
  readonly isModuleOnly?: boolean;
}

/** Packages that dependencies import and do not call here: 900 KB of the bundle of an inbox. */
const absentPackages = [
  '@aws-sdk/endpoint-cache',
  '@smithy/core/event-streams',
  'ajv',
  'ajv-formats',
  'encoding-japanese',
  'iconv-lite',
  'pino',
  'socks',
];

/** Options of the bundles of functions and of their threads. */
const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  // For debugging by developers. Source maps are not deployed: `--enable-source-maps` adds 15 ms to every
  // cold start.
  sourcemap: 'external',
  metafile: true,
  write: false,
  logLevel: 'silent',
  outExtension: { '.js': '.mjs' },
  alias: {
    '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
    ...Object.fromEntries(
      absentPackages.map((name) => [name, join(import.meta.dirname, 'absent-packages.ts')]),
    ),
  },
  plugins: [builtInModules, unusedParts],
} satisfies BuildOptions;

/**
 * Bundles each function into one self-contained `<outputFolder>/<operation>/index.mjs`, in one pass. This
 * folder is deployed, so it holds nothing else, except the modules of the function's threads. Source maps go to
 * `<outputFolder>/<operation>.source-map/`, esbuild's metafile to `<outputFolder>/metafile.json`. The same
 * sources give the same bytes in every output folder.
 *
 * @returns the code folder of each operation.
 * @throws when the file of an operation is missing or does not compile.
 */
export async function bundleSources({
  outputFolder,
  sources,
  sourceFolder = repositoryFolder,
  isModuleOnly = false,
}: BundleRequest): Promise<Map<string, string>> {
  requireFiles(sources, sourceFolder);

  const target = resolve(outputFolder);
  const buildOptions = { ...options, absWorkingDir: sourceFolder };
  const result = await build({
    ...buildOptions,
    ...(isModuleOnly && { sourcemap: false, metafile: false }),
    outdir: target,
    entryPoints: sources.map(({ name, file }) => ({ in: join(sourceFolder, file), out: `${name}/index` })),
  });

  const threads = result.outputFiles
    .filter(({ path }) => path.endsWith('.mjs'))
    .flatMap(({ path, text }) =>
      threadsOf(text).map(({ name, file }) => ({ in: file, out: join(dirname(path), name) })),
    );
  const { outputFiles } = await build({
    ...buildOptions,
    sourcemap: false,
    metafile: false,
    outdir: target,
    entryPoints: threads,
  });
  const allFiles = [...result.outputFiles, ...outputFiles];

  await Promise.all(allFiles.map(({ path, contents }) => writeInto(outputPath(path), contents)));
  if (result.metafile) {
    await writeFile(join(target, 'metafile.json'), JSON.stringify(result.metafile, null, 2));
  }

  return new Map(sources.map(({ name }) => [name, join(target, name)]));
}

function requireFiles(sources: readonly Source[], sourceFolder: string): void {
  const missing = sources.filter(({ file }) => !existsSync(join(sourceFolder, file)));

  if (missing.length > 0) {
    const list = missing.map(({ name, file }) => `${name} (${file})`).join(', ');
    throw new Error(`Operations without a function file: ${list}.`);
  }
}

/**
 * Moves a source map out of the folder that is deployed; other files keep their path. The new folder is at the same depth, so
 * that the map's relative paths to the sources stay valid.
 */
function outputPath(path: string): string {
  return path.endsWith('.map') ? join(`${dirname(path)}.source-map`, 'index.mjs.map') : path;
}

async function writeInto(path: string, contents: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
