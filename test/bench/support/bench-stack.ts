import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';
import { synthesiseLocally } from '../../../infra/synthesise.ts';
import { startStack } from '../../support/run-stack.ts';
import type { OnEnd } from './run-bench.ts';

interface BenchStack {
  readonly report: ReadyReport;
  /** Of the stack, and of its table's engine. */
  readonly processIds: { readonly stack: number; readonly table: number };
}

/**
 * Starts a local stack with a state that is deleted at the end. This process may use its table and queues.
 * @param changeAssembly changes the templates in this folder before the start
 */
export async function startBenchStack(
  onEnd: OnEnd,
  changeAssembly: (assembly: string) => Promise<void> = async () => undefined,
): Promise<BenchStack> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-bench-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const assembly = join(folder, 'assembly');
  await synthesiseLocally(assembly);
  await changeAssembly(assembly);
  const stateFolder = join(folder, 'state');
  const { report, stop, process: child } = await startStack({ stateFolder, assembly });
  onEnd(stop);
  Object.assign(process.env, report.environment);
  const table = Number(await readFile(join(stateFolder, 'dynamodb.pid'), 'utf8'));

  return { report, processIds: { stack: child.pid ?? 0, table } };
}
