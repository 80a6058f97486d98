import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { requireNoRefusals } from '../../support/refusals.ts';
import { startStack } from '../../support/run-stack.ts';
import { waitForDashboard } from './built-dashboard.ts';

/** A folder of the stack's state that later runs use again. Saves the time to write the history. */
const keptState = process.env['DASHBOARD_STATE'];

/** One local stack for all stories, with a history. Each story has its own workspace. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateFolder = keptState ?? mkdtempSync(join(tmpdir(), 'outreach-dashboard-'));
  const stack = await startStack({ stateFolder, options: ['--history'] });
  const stop = async () => {
    await stack.stop();
    requireNoRefusals(stateFolder);
    if (keptState === undefined) rmSync(stateFolder, { recursive: true, force: true });
  };
  try {
    await waitForDashboard(stack.report.dashboard.url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('stack', stack.report);
  project.provide('stateFolder', stateFolder);

  return stop;
}
