import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { createProgram, runProgram } from '../command-line/program.ts';
import { exampleModule, writeGoClient } from './go/write-client.ts';
import { writePythonClient } from './python/write-client.ts';
import { writeTypeScriptPackage } from './typescript/write-client.ts';

interface Options {
  readonly out: string;
  readonly language?: string;
  readonly goModule: string;
}

const languages: Record<string, (folder: string, options: Options) => Promise<void>> = {
  typescript: writeTypeScriptPackage,
  python: writePythonClient,
  go: (folder, { goModule }) => writeGoClient(folder, goModule),
};

const program = createProgram('npm run clients --', 'Generates the clients for a release into a folder.')
  .option('--out <folder>', 'the folder; a folder of a language in it is replaced', '.build/clients')
  .addOption(
    new Option('--language <name>', 'only the client of one language').choices(Object.keys(languages)),
  )
  .option('--go-module <path>', 'the path of the Go module, such as github.com/acme/outreach', exampleModule)
  .action(async (options: Options) => {
    for (const [name, write] of Object.entries(languages)) {
      if (options.language !== undefined && options.language !== name) continue;
      const folder = resolve(join(options.out, name));
      await rm(folder, { recursive: true, force: true });
      await write(folder, options);
      process.stdout.write(`${folder}\n`);
    }
  });

await runProgram(program);
