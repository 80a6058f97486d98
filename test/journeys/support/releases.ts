import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { inject, onTestFinished } from 'vitest';

const run = promisify(execFile);

/** Writes templates and bundles of the release in the working folder. */
const synthesis = `
  const { synthesiseLocally } = await import('./infra/synthesise.ts');
  const { bundleFunctions } = await import('./infra/bundle.ts');
  await synthesiseLocally('assembly');
  await bundleFunctions({ outputFolder: 'bundles', isModuleOnly: true });
`;

const git = async (...words: string[]) => (await run('git', words)).stdout.trim();

/** The commit of the latest release before this commit, which set its version. A clone may have no tags. */
const previousCommit = await git(
  'log',
  '-1',
  '--format=%H',
  '-G^  "version":',
  'HEAD^',
  '--',
  'package.json',
);
const previousVersion: string = JSON.parse(await git('show', `${previousCommit}:package.json`)).version;

type Stack = 'data' | 'api' | 'workers';

/**
 * What fails while a stack and its functions are of an earlier release, and changed properties of its data stack. No stage had this
 * release. A deployed release fails nowhere, and the upgrade notes explain its changed properties.
 */
const differences: Readonly<Record<string, Readonly<Record<Stack, readonly string[]>>>> = {
  // A replay became a job. Its exports have the code of a `Message-ID`, which readers no longer get, and its lists lack the states of
  // replies. Its workers read the inbox of a new account only before follow-ups, because the schedule of the inbox was created by its API.
  '0.2.0': {
    data: ['SecretsKey317DCF94.MultiRegion', 'SigningKeyEEFC2790.MultiRegion'],
    api: ['replay', 'exports like lists'],
    workers: ['replay', 'exports like lists', 'prompt replies'],
  },
};

export function knownDifferences(stack: Stack): readonly string[] {
  return differences[previousVersion]?.[stack] ?? [];
}

/** A folder of the previous release, with its templates in `assembly` and its functions in `bundles`. */
async function synthesisePrevious(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await run('sh', ['-c', `git archive ${previousCommit} | tar -x -C ${folder}`]);
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await run(process.execPath, ['--input-type=module', '--eval', synthesis], { cwd: folder });

  return folder;
}

const currentAssembly = () => join(inject('stateFolder'), 'assembly');

/** The templates of this release, with one stack and its functions from the previous release, as during a deployment. */
export async function assemblyWithPrevious(stack: Stack): Promise<string> {
  const previous = await synthesisePrevious();
  const [from, mixed] = [join(previous, 'assembly'), join(previous, 'mixed')];
  await cp(currentAssembly(), mixed, { recursive: true });
  for (const kind of ['template', 'assets'] as const) {
    await cp(await fileOf(from, stack, kind), await fileOf(mixed, stack, kind));
  }
  // A function without changes to its name and file has the same folder in both releases.
  for (const asset of await readAssets(await fileOf(from, stack, 'assets'))) {
    await cp(join(from, asset), join(mixed, asset), { recursive: true });
    const { name } = await readJson(join(from, asset, 'source.json'));
    await cp(join(previous, 'bundles', name), join(mixed, asset), { recursive: true });
  }

  return mixed;
}

/** The properties of resources that the data stack no longer has as in the previous release, as `<logical id>.<property>`. */
export async function changedDataProperties(): Promise<string[]> {
  const folders = [join(await synthesisePrevious(), 'assembly'), currentAssembly()];
  const [before, after] = await Promise.all(
    folders.map(async (folder) => (await readJson(await fileOf(folder, 'data', 'template'))).Resources),
  );

  return Object.keys(before).flatMap((id) => {
    const [was, is] = [before, after].map((resources) => Object(resources[id]?.Properties));
    const names = new Set([...Object.keys(was), ...Object.keys(is)]);

    return [...names]
      .filter((name) => !isDeepStrictEqual(was[name], is[name]))
      .map((name) => `${id}.${name}`);
  });
}

/** A file of a stack. Releases have different names for it, such as `outreach-local-data` and `outreachlocaldataE6D00B8A`. */
async function fileOf(assembly: string, stack: Stack, kind: 'template' | 'assets'): Promise<string> {
  const pattern = new RegExp(`^outreach-?local-?${stack}[0-9A-F]*\\.${kind}\\.json$`);
  const name = (await readdir(assembly)).find((each) => pattern.test(each));
  if (name === undefined) throw new Error(`${assembly} has no ${kind} of the stack ${stack}`);

  return join(assembly, name);
}

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** The folders of the functions of a stack. */
async function readAssets(file: string): Promise<string[]> {
  const { files } = await readJson(file);

  return Object.values<{ source: { path: string } }>(files)
    .map(({ source }) => source.path)
    .filter((path) => path.startsWith('asset.'));
}
