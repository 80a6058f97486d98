import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { callerOf } from '../../infra/local/iam/permission-check.ts';
import { readAssembly } from '../../infra/local/template/assembly.ts';
import { readModel, type StackModel } from '../../infra/local/template/model.ts';
import { partitionKeysOf } from '../../infra/local/template/tables.ts';
import { requireNoRefusals } from './refusals.ts';
import { type RunningStack, startStack } from './run-stack.ts';

/** One local stack for all tests, with a shared clock; each test creates its own workspaces. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'outreach-test-'));
  const stack: RunningStack = await startStack({ stateFolder });
  project.provide('stack', stack.report);
  project.provide('stateFolder', stateFolder);
  const { functions, tables } = await readTemplate(join(stateFolder, 'assembly'));
  project.provide(
    'callers',
    functions.map((definition) => callerOf(definition, partitionKeysOf(tables))),
  );
  const variables = functions.flatMap(({ environment }) => Object.entries(environment));
  project.provide(
    'resourceNames',
    Object.fromEntries(variables.filter(([name]) => /_(NAME|QUEUE_URL)$/.test(name))),
  );

  return async () => {
    await stack.stop();
    requireNoRefusals(stateFolder);
    rmSync(stateFolder, { recursive: true, force: true });
  };
}

/** Queues have no URLs here, so that their names are used. */
async function readTemplate(assemblyFolder: string): Promise<StackModel> {
  const place = { region: 'us-east-1', accountId: '000000000000', queueUrls: new Map() };

  return readModel(await readAssembly(assemblyFolder), place);
}
