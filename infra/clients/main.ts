import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { createProgram, runProgram } from '../command-line/program.ts';
import { writePythonClient } from './python/write-client.ts';
import { writeTypeScriptPackage } from './typescript/write-client.ts';

const languages = { typescript: writeTypeScriptPackage, python: writePythonClient };

const program = createProgram('npm run clients --', 'Generates the clients for release into a folder.')
  .option('--out <folder>', 'the folder; a folder of a language in it is replaced', '.build/clients')
  .addOption(new Option('--language <name>', 'only the client of one language').choices(Object.keys(languages)))
  .action(async ({ out, language }: { out: string; language?: string }) => {
    for (const [name, write] of Object.entries(languages)) {
      if (language !== undefined && language !== name) continue;
      const folder = resolve(join(out, name));
      await rm(folder, { recursive: true, force: true });
      await write(folder);
      process.stdout.write(`${folder}\n`);
    }
  });

await runProgram(program);
