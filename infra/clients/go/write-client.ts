import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { documentOfClients } from '../operations.ts';
import { installTool, runTool } from '../run-tool.ts';
import { describeOperations } from './describe-operations.ts';

const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/** The path of the module in the sources. */
export const exampleModule = 'example.com/outreach';

const settings = `package: api
output: api/client.gen.go
generate: { models: true, client: true }
output-options: { skip-prune: true, nullable-type: true }
`;

/** Versions that `test/clients` compiles. */
const requirements = `
require (
	github.com/oapi-codegen/nullable v1.2.0
	github.com/oapi-codegen/runtime v1.9.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
)
`;

/** Generates the client for Go: a module with the path under which it is published. */
export async function writeGoClient(folder: string, module: string): Promise<void> {
  const document = documentOfClients();
  await mkdir(join(folder, 'api'), { recursive: true });
  await cp(join(import.meta.dirname, 'source'), folder, { recursive: true });
  await generate(JSON.stringify(document), folder);
  await writeFile(join(folder, 'operations.go'), describeOperations(document, module));
  await copyFile(resolve(import.meta.dirname, '../../../LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  for (const name of ['client.go', 'README.md']) {
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll(exampleModule, module));
  }
  await writeFile(join(folder, 'go.mod'), `module ${module}\n\ngo 1.24\n${requirements}`);
  await runTool('go', ['mod', 'tidy'], { cwd: folder });
  await runTool('gofmt', ['-w', '.'], { cwd: folder });
}

async function generate(document: string, folder: string): Promise<void> {
  const tool = await installTool(generator.replace(/.*\//, ''), (target) =>
    runTool('go', ['install', generator], { env: { GOBIN: target } }),
  );
  const temporary = await mkdtemp(join(tmpdir(), 'client-'));
  const file = join(temporary, 'openapi.json');
  await writeFile(file, document);
  await writeFile(join(temporary, 'settings.yaml'), settings);
  const args = ['-config', join(temporary, 'settings.yaml'), file];
  await runTool(join(tool, 'oapi-codegen'), args, { cwd: folder });
  await rm(temporary, { recursive: true });
}
