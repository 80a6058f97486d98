import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import typescript from 'typescript';
import { clientExport, writeTypeScriptClient } from '../clients/typescript/write-client.ts';
import { buildCode } from '../synthesise.ts';

const projectFolder = resolve(import.meta.dirname, '../..');

/** Exported by the package, and the files that declare it. */
const entry = `
export * from './outreach-service.ts';
export { shareCapacity } from './reserved-concurrency.ts';
`;
const declared = ['outreach-service.ts', 'stages.ts', 'reserved-concurrency.ts'];

/**
 * Writes a package with the construct `OutreachService` to a new folder: JavaScript with its declarations, the bundled functions, and
 * the files of the dashboard, and with the client of the API. Its `package.json` has no dependencies, because all libraries are in
 * the bundles.
 */
export async function writePackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'types'), { recursive: true });
  await Promise.all([
    buildCode(folder, true),
    writeModule(folder),
    writeDeclarations(join(folder, 'types')),
    writeTypeScriptClient(join(folder, 'client')),
    writeManifest(folder),
    copyFile(join(projectFolder, 'LICENSE'), join(folder, 'LICENSE')),
    copyFile(join(import.meta.dirname, 'README.md'), join(folder, 'README.md')),
  ]);
}

async function writeModule(folder: string): Promise<void> {
  await build({
    stdin: { contents: entry, resolveDir: join(projectFolder, 'infra'), loader: 'ts' },
    outfile: join(folder, 'cdk.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'silent',
    external: ['aws-cdk-lib', 'constructs'],
    // The flags of the version that the service is tested with.
    alias: {
      'aws-cdk-lib/recommended-feature-flags.json': join(
        projectFolder,
        'node_modules/aws-cdk-lib/recommended-feature-flags.json',
      ),
    },
  });
}

/** Without what is marked as internal, and what it imports. */
async function writeDeclarations(folder: string): Promise<void> {
  const compilerOptions = { stripInternal: true, target: typescript.ScriptTarget.ESNext };
  const write = (name: string, text: string) =>
    writeFile(
      join(folder, name.replace(/\.ts$/, '.d.ts')),
      text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"),
    );
  await write('cdk.ts', entry);
  for (const name of declared) {
    const source = await readFile(join(projectFolder, 'infra', name), 'utf8');
    const { outputText } = typescript.transpileDeclaration(source, { compilerOptions });
    await write(name, outputText);
  }
}

async function writeManifest(folder: string): Promise<void> {
  const project = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines, devDependencies } = project;
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    exports: { './cdk': { types: './types/cdk.d.ts', default: './cdk.js' }, ...clientExport },
    peerDependencies: {
      'aws-cdk-lib': `^${devDependencies['aws-cdk-lib']}`,
      constructs: `^${devDependencies.constructs}`,
    },
    // An app that uses only the client needs neither.
    peerDependenciesMeta: { 'aws-cdk-lib': { optional: true }, constructs: { optional: true } },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
}
