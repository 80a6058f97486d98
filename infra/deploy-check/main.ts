import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { createProgram, runProgram } from '../command-line/program.ts';
import { readStage } from '../stages.ts';
import { accountChecks } from './account-checks.ts';
import { runChecks } from './check.ts';
import { resourceChecks } from './resource-checks.ts';

const CdkFile = z.object({ context: z.record(z.string(), z.unknown()) });

const program = createProgram(
  'npm run deploy:check --',
  'Compares the settings of a stage with the account before the first deployment. Changes nothing.',
)
  .argument('<stage>', "a stage of cdk.json, such as 'prod'")
  .action(check);
await runProgram(program);

async function check(name: string): Promise<void> {
  const { context } = CdkFile.parse(JSON.parse(await readFile('cdk.json', 'utf8')));
  const { stage, settings } = readStage((key) => (key === 'stage' ? name : context[key]));
  const { region } = settings.env;
  const checked = { stage, settings, client: region === undefined ? {} : { region } };
  const results = await runChecks([...accountChecks(checked), ...resourceChecks(checked)]);
  for (const { outcome, text } of results) process.stdout.write(`${outcome.padEnd(11)} ${text}\n`);
  if (results.some(({ outcome }) => outcome === 'PROBLEM')) process.exitCode = 1;
}
