import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import openapiTypescript, { astToString } from 'openapi-typescript';
import typescript from 'typescript';
import { UserError } from '../../command-line/user-error.ts';
import { documentOfClients, operationsOf } from '../operations.ts';
import { release } from '../release.ts';
import { describeOperations } from './describe-operations.ts';

const project = resolve(import.meta.dirname, '../../..');

/** The export of a package with the client in its folder `client`. */
export const clientExport = {
  './client': { types: './client/index.d.ts', default: './client/index.js' },
};

/** Exported by the client. */
const entry = `
export { OutreachClient, webhooks } from './client.ts';
export { ApiError, ConnectionError, IdempotencyMismatchError, JobFailedError, OutreachError, WaitTimeoutError } from './errors.ts';
export type { ErrorDetail } from './errors.ts';
export type { WaitOptions } from './jobs.ts';
export type { Body, Query, Result, WebhookEvent } from './operations.ts';
export type { Page, Pages } from './pages.ts';
export type { components } from './schema.d.ts';
export type { ClientOptions, RequestOptions, UpdateOptions, WriteOptions } from './transport.ts';
export { WebhookVerificationError } from 'standardwebhooks';
`;

/** Writes a package with only the client. `npm run package` publishes the client with the construct. */
export async function writeTypeScriptPackage(folder: string): Promise<void> {
  const { name, version, license, engines } = release;
  const manifest = { name, version, license, type: 'module', engines, exports: clientExport };
  await writeTypeScriptClient(join(folder, 'client'));
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await copyFile(join(project, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
}

/** Generates the client for TypeScript into a new folder: one module with its declarations, without dependencies. */
export async function writeTypeScriptClient(folder: string): Promise<void> {
  await mkdir(join(project, '.build'), { recursive: true });
  // Inside of the project, so that packages are found.
  const sources = await mkdtemp(join(project, '.build/client-'));
  try {
    const document = documentOfClients();
    await cp(join(import.meta.dirname, 'source'), sources, { recursive: true });
    await writeFile(join(sources, 'index.ts'), entry);
    await writeFile(join(sources, 'operations.ts'), describeOperations(operationsOf(document)));
    await writeFile(
      join(sources, 'schema.d.ts'),
      astToString(await openapiTypescript(JSON.stringify(document))),
    );
    await mkdir(folder, { recursive: true });
    await copyFile(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
    await writeDeclarations(sources, folder);
    await build({
      // The name of the folder, which is another one each time, would be in comments of the result.
      absWorkingDir: sources,
      entryPoints: [join(sources, 'index.ts')],
      outfile: join(folder, 'index.js'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      logLevel: 'silent',
    });
  } finally {
    await rm(sources, { recursive: true });
  }
}

/** Compiles the sources, and fails for an error in them. */
async function writeDeclarations(sources: string, folder: string): Promise<void> {
  const program = typescript.createProgram([join(sources, 'index.ts')], {
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    target: typescript.ScriptTarget.ES2024,
    types: ['node'],
    outDir: folder,
    rootDir: sources,
  });
  const { diagnostics } = program.emit();
  const [error] = [...typescript.getPreEmitDiagnostics(program), ...diagnostics];
  if (error) {
    const text = typescript.flattenDiagnosticMessageText(error.messageText, '\n');
    throw new UserError(`${relative(sources, error.file?.fileName ?? '')}: ${text}`);
  }
  await cp(join(sources, 'schema.d.ts'), join(folder, 'schema.d.ts'));
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(
      join(folder, name),
      text.replaceAll(/(from ["']\.\/[\w-]+)(?:\.d)?\.ts(["'])/g, '$1.js$2'),
    );
  }
}
