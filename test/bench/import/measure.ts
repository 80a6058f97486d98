import { getImport } from '#lib/contacts/import/read.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { memoryMbDefault } from '../../../infra/constructs/operation-function.ts';
import { createTableLike } from '../../support/table-like.ts';
import { startBenchStack } from '../support/bench-stack.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { startBenchProcess } from './bench-process.ts';

/** The number of processors, for the engine alone. */
const processes = 2;

const requestMemoryMb = contactRoutes.import.memoryMb ?? memoryMbDefault;

export interface Measured {
  readonly perSecond: number;
  /** Transactions per second sent directly to the engine, before and after the import. */
  readonly bounds: readonly number[];
  /** Seconds until the request's response. */
  readonly acceptSeconds: number;
  readonly isExact: boolean;
  /** Peak memory of the request and of a worker. */
  readonly requestMb: number;
  readonly workerMb: number;
}

/**
 * The local engines, with a table that the stack's workers do not read, because they would use the engine's
 * time.
 */
export async function openEngine(onEnd: OnEnd): Promise<void> {
  const { tableName } = (await startBenchStack(onEnd)).report;
  process.env['TABLE_NAME'] = 'bench-import';
  await createTableLike(tableName, 'bench-import');
}

/** Measures an import from its request to its last contact, between two measurements of the engine alone. */
export async function measureImport(rows: number, boundRows: number): Promise<Measured> {
  const before = await measureBound(boundRows);
  const imported = await runWhole(rows);
  const after = await measureBound(boundRows);

  return { ...imported, bounds: [before, after] };
}

async function measureBound(rows: number): Promise<number> {
  const crew = Array.from({ length: processes }, () => startBenchProcess(memoryMbDefault));
  try {
    const share = Math.ceil(rows / processes);
    await Promise.all(
      crew.map((member) => member.run({ kind: 'prepare bound', rows: share, domain: newDomain() })),
    );
    const ends = await Promise.all(crew.map((member) => member.run({ kind: 'bound' })));

    return (share * processes) / Math.max(...ends.map(({ seconds }) => seconds));
  } finally {
    await Promise.all(crew.map((member) => member.end()));
  }
}

/** The request's and the worker's time together, as a customer sees it. */
export async function runWhole(rows: number): Promise<Omit<Measured, 'bounds'>> {
  const workspaceId = newId('wsp', Date.now());
  const input = { name: 'bench', scope: 'full-access', expiresAt: null } as const;
  const { key: apiKey } = await issueApiKey(services(), workspaceId, input);
  const request = startBenchProcess(requestMemoryMb);
  const worker = startBenchProcess(memoryMbDefault);
  try {
    const accepted = await request.run({ kind: 'accept', apiKey, rows, domain: newDomain() });
    const importId = accepted.importId ?? '';
    const end = await worker.run({ kind: 'work', workspaceId, importId });
    const report = await getImport(services(), workspaceId, importId);
    const seconds = accepted.seconds + end.seconds;

    return {
      perSecond: rows / seconds,
      acceptSeconds: accepted.seconds,
      isExact: report.status === 'completed' && report.created === rows && report.total === rows,
      requestMb: accepted.peakMb,
      workerMb: end.peakMb,
    };
  } finally {
    await Promise.all([request, worker].map((member) => member.end()));
  }
}

let domains = 0;
const newDomain = () => `customer-${domains++}.example`;
