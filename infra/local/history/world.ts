import type { User } from '#lib/auth/user.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import type { Role } from '#lib/values/role.ts';
import { createWorkspace } from '#lib/workspaces/workspaces.ts';
import { createMemoryTable, type MemoryTable } from './memory-table.ts';
import type { Random } from './random.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import { createTransport, type Transport } from './transport.ts';
import { createWorkers, type WorkerServices } from './workers.ts';

/** Settings that the history shares with its stack. */
export interface HistorySettings {
  readonly seed: number;
  /** When the history begins and ends, in epoch milliseconds. */
  readonly begin: number;
  readonly end: number;
  /** Ports of the mail catcher. */
  readonly mail: { readonly smtpPort: number; readonly imapPort: number };
  /** Base URL of the webhook receiver of this machine. */
  readonly receiverUrl: string;
  readonly linksBaseUrl: string;
}

/** One workspace of the service in memory, on a clock that jumps from one action to the next. */
export interface World {
  readonly workspaceId: string;
  readonly settings: HistorySettings;
  readonly services: WorkerServices;
  readonly table: MemoryTable;
  readonly timeline: Timeline;
  readonly random: Random;
  /** One user of each role. */
  readonly users: Map<Role, User>;
}

/** Creates the workspace at the start of the history, without users. */
export async function createWorld(random: Random, settings: HistorySettings): Promise<World> {
  const timeline = createTimeline(settings.begin);
  const transport: Transport = createTransport(timeline);
  const table = createMemoryTable(transport.onPut);
  const services: WorkerServices = {
    table,
    now: timeline.now,
    vault: kmsVault({ table }),
    signer: kmsTokenSigner(),
    linksBaseUrl: settings.linksBaseUrl,
    loopback: 'allow',
    ...transport.queues,
    waitingSends: { count: async () => 0 },
    schedules: transport.schedules,
  };
  const { id: workspaceId } = await createWorkspace(services, 'Northlight');
  const world = { workspaceId, settings, services, table, timeline, random, users: new Map() };
  transport.connect(createWorkers(world));

  return world;
}
