import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type RunningStack, startStack } from './run-stack.ts';

/** One whole local stack for all tests that share time; each test makes workspaces of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'outreach-test-'));
  const stack: RunningStack = await startStack({ stateFolder });
  project.provide('stack', stack.report);
  project.provide('stateFolder', stateFolder);

  return async () => {
    await stack.stop();
    rmSync(stateFolder, { recursive: true, force: true });
  };
}
