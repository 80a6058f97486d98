import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { runBundles } from './bundles.ts';
import { projectRoot } from './cache.ts';
import { testDeployment } from './deployment.ts';
import { describeDifferences, differencesPage } from './differences-page.ts';
import { dynamoDbLocal } from './dynamodb-local.ts';
import { elasticMq } from './elasticmq.ts';
import type { Engine } from './engine.ts';
import { moto } from './moto.ts';
import { isInstalled } from './process.ts';
import { runtimeClient } from './runtime-client.ts';
import { suites } from './suites.ts';

/** A check that can be selected by name. */
interface Check {
  readonly name: string;
  readonly title: string;
  readonly commands: readonly string[];
  /** @returns whether it passed */
  run(): Promise<boolean>;
}

const engines: readonly Engine[] = [dynamoDbLocal, elasticMq, moto];
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/**
 * `npm run test:engines` runs the suites against engines of other makers, each bundle with Lambda's runtime
 * client, and a deployment to moto. `-- moto` selects one of them, `-- moto test/api/contacts` also the test
 * files, `-- --all` all suites of each engine. `-- --write` only writes DIFFERENCES.md.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { all: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.write) {
    await writeFile(differencesPage, describeDifferences());

    return 0;
  }
  const files = positionals.filter((word) => word.startsWith('test/'));
  const checks = listChecks(files, values.all);
  const names = positionals.filter((word) => !word.startsWith('test/'));
  const unknown = names.find((word) => !checks.some(({ name }) => name === word));
  if (unknown !== undefined)
    throw new Error(`Unknown check: ${unknown}. Available: ${checks.map(({ name }) => name).join(', ')}.`);
  const outcomes: string[] = [];
  for (const check of checks.filter(({ name }) => names.length === 0 || names.includes(name)))
    outcomes.push(await runCheck(check));
  process.stdout.write(`\n${outcomes.join('\n')}\n`);

  return outcomes.some((outcome) => outcome.startsWith('failed')) ? 1 : 0;
}

function listChecks(files: readonly string[], isAll: boolean): readonly Check[] {
  const { title, commands } = moto;

  return [
    ...engines.map((engine) => ({
      ...engine,
      run: () => runTests(engine, files.length > 0 ? files : suites[engine.name][isAll ? 'all' : 'chosen']),
    })),
    { name: 'bundles', ...runtimeClient, run: runBundles },
    { name: 'deployment', title: `Deployment to ${title}`, commands, run: testDeployment },
  ];
}

/** @returns one line with the result */
async function runCheck({ title, commands, run }: Check): Promise<string> {
  const missing: string[] = [];
  for (const command of commands) if (!(await isInstalled(command))) missing.push(command);
  if (missing.length > 0) return `skipped: ${title} needs ${missing.join(' and ')}`;
  const begunAt = performance.now();
  process.stdout.write(`\n${title}\n`);
  const hasPassed = await run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

    return false;
  });
  const outcome = hasPassed ? 'passed' : 'failed';

  return `${outcome}: ${title}, ${Math.round((performance.now() - begunAt) / 1000)} s`;
}

async function runTests({ name, start }: Engine, files: readonly string[]): Promise<boolean> {
  const engine = await start();
  const words = [vitest, 'run', '--config', 'test/engines/vitest.config.ts', ...files];
  const variables = {
    ...engine.variables,
    TEST_ENGINE: name,
    // DynamoDB Local accepts letters and digits only.
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // A tenth of the 1,000 files in each encoding: each is an import, and these engines are several times
    // slower.
    MALFORMED_FILES: process.env['MALFORMED_FILES'] ?? '100',
  };
  try {
    const child = spawn(process.execPath, words, {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, ...variables },
    });
    process.once('exit', () => child.kill());
    const [code] = await once(child, 'exit');

    return code === 0;
  } finally {
    await engine.stop();
  }
}

// Engines end with this process, after every signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

process.exitCode = await main();
