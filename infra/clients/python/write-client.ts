import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { documentOfClients } from '../operations.ts';
import { release } from '../release.ts';
import { installTool, runTool } from '../run-tool.ts';
import { describeOperations } from './describe-operations.ts';

const generator = 'openapi-python-client==0.29.1';
const module = 'outreach_campaign_service';

/** Generates the client for Python: a package that `python -m build` packs. */
export async function writePythonClient(folder: string): Promise<void> {
  const document = documentOfClients();
  const sources = join(folder, module);
  await mkdir(folder, { recursive: true });
  await cp(join(import.meta.dirname, 'source'), sources, { recursive: true });
  await generate(JSON.stringify(document, withoutEnums), join(sources, 'generated'));
  await writeFile(join(sources, 'operations.py'), describeOperations(document));
  await writeFile(join(folder, 'pyproject.toml'), describeProject());
  await copyFile(resolve(import.meta.dirname, '../../../LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
}

/** A text with values. The generated class of an enum rejects a response with a value that is added later. */
function withoutEnums(_: string, value: unknown): unknown {
  const { type, enum: values, ...schema } = Object(value);

  return Array.isArray(values) && [type].flat().includes('string') ? { type, ...schema } : value;
}

async function generate(document: string, folder: string): Promise<void> {
  const tool = await installTool(generator, async (target) => {
    await runTool('python3', ['-m', 'venv', target]);
    await runTool(join(target, 'bin/pip'), ['install', '--quiet', generator]);
  });
  const temporary = await mkdtemp(join(tmpdir(), 'client-'));
  const file = join(temporary, 'openapi.json');
  await writeFile(file, document);
  const args = ['generate', '--path', file, '--meta', 'none', '--output-path', folder, '--overwrite'];
  const bin = join(tool, 'bin');
  // The generator formats its output with a program of its folder.
  await runTool(join(bin, 'openapi-python-client'), args, { env: { PATH: `${bin}:${process.env['PATH']}` } });
  await rm(temporary, { recursive: true });
}

const describeProject = (): string => `[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "${release.name}"
version = "${release.version}"
description = "Client of the Outreach Campaign Service."
readme = "README.md"
license = "${release.license}"
license-files = ["LICENSE"]
requires-python = ">=3.11"
dependencies = ["attrs>=23.1", "httpx>=0.27,<1", "standardwebhooks>=1.1,<2"]

[tool.hatch.build.targets.wheel]
packages = ["${module}"]
`;
