import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getImport } from '#lib/contacts/import/read.ts';
import { contactRoutes } from '#lib/contacts/routes.ts';
import { services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { memoryMbDefault } from '../../../infra/constructs/operation-function.ts';
import { synthesise } from '../../../infra/synthesise.ts';
import { startStack } from '../../support/run-stack.ts';
import { createTableLike } from '../../support/table-like.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { hire } from './crew.ts';

/** As many as the machine has processors, for the import as for the engine alone. */
const processes = 2;
const lanes = 4;

const requestMemoryMb = contactRoutes.import.memoryMb ?? memoryMbDefault;

export interface Measured {
  readonly perSecond: number;
  /** What the engine alone takes of the same transactions, before the import and after it. */
  readonly bounds: readonly number[];
  /** Until the answer to the request. */
  readonly acceptSeconds: number;
  readonly isExact: boolean;
  /** The most that the request, and a worker, had of memory. */
  readonly requestMb: number;
  readonly workerMb: number;
}

/** The local engines, with a table that none of the stack's own workers reads: they would take the engine's time. */
export async function openEngine(onEnd: OnEnd): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-bench-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const assembly = join(folder, 'assembly');
  await synthesise({ stage: 'local', outputFolder: assembly });
  const stack = await startStack({ stateFolder: join(folder, 'state'), assembly });
  onEnd(stack.stop);
  const { environment, tableName } = stack.report;
  Object.assign(process.env, environment, { TABLE_NAME: 'bench-import' });
  await createTableLike(tableName, 'bench-import');
}

/** An import of so many rows, from its request to its last contact, between two looks at what the engine can do. */
export async function measureImport(rows: number, boundRows: number): Promise<Measured> {
  const before = await measureBound(boundRows);
  const imported = await runWhole(rows);
  const after = await measureBound(boundRows);

  return { ...imported, bounds: [before, after] };
}

async function measureBound(rows: number): Promise<number> {
  const crew = Array.from({ length: processes }, () => hire(memoryMbDefault));
  try {
    const share = Math.ceil(rows / processes);
    await Promise.all(
      crew.map((member) => member.perform({ kind: 'prepare bound', rows: share, domain: newDomain() })),
    );
    const ends = await Promise.all(crew.map((member) => member.perform({ kind: 'bound' })));

    return (share * processes) / Math.max(...ends.map(({ seconds }) => seconds));
  } finally {
    await Promise.all(crew.map((member) => member.end()));
  }
}

/** As a customer sees it: the request and the workers' time together. */
export async function runWhole(rows: number): Promise<Omit<Measured, 'bounds'>> {
  const workspaceId = newId('wsp', Date.now());
  const input = { name: 'bench', scope: 'full-access', expiresAt: null } as const;
  const { key: apiKey } = await issueApiKey(services(), workspaceId, input);
  const request = hire(requestMemoryMb);
  const workers = Array.from({ length: processes }, () => hire(memoryMbDefault));
  try {
    const accepted = await request.perform({ kind: 'accept', apiKey, rows, domain: newDomain() });
    const importId = accepted.importId ?? '';
    const ends = await Promise.all(
      workers.map((worker, at) => {
        const own = Array.from({ length: lanes }, (_, lane) => lane).filter(
          (lane) => lane % processes === at,
        );

        return worker.perform({ kind: 'work', workspaceId, importId, lanes: own });
      }),
    );
    const report = await getImport(services(), workspaceId, importId);
    const seconds = accepted.seconds + Math.max(...ends.map((end) => end.seconds));

    return {
      perSecond: rows / seconds,
      acceptSeconds: accepted.seconds,
      isExact: report.status === 'completed' && report.created === rows && report.total === rows,
      requestMb: accepted.peakMb,
      workerMb: Math.max(...ends.map(({ peakMb }) => peakMb)),
    };
  } finally {
    await Promise.all([request, ...workers].map((member) => member.end()));
  }
}

let domains = 0;
const newDomain = () => `customer-${domains++}.example`;
