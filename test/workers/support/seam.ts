import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import type { WorkspaceMessage } from '#lib/values/queues.ts';
import type { WorldPorts } from './world.ts';

/** How an effect is cut: the process dies or only sees an error, before or after the effect. */
export const manners = ['dies before', 'dies after', 'fails before', 'fails after'] as const;
type Manner = (typeof manners)[number];

export interface Cut {
  /** One-based position of the effect. */
  readonly effect: number;
  readonly manner: Manner;
}

export interface Seam {
  /** Only while this is true, effects are counted and cut. */
  isWatched: boolean;
  /** The names of the counted effects. */
  readonly effects: string[];
  readonly isDead: () => boolean;
  /** Does the work. @throws at the cut effect, and at every later effect of a dead process */
  readonly pass: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Waits for effects that were in flight at the cut: they have left the process and still happen. */
  readonly settle: () => Promise<void>;
}

/** The error of the SDK for a call without a response. */
function lostCall(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError', $metadata: {} });
}

/** Counts and cuts the outgoing calls of a process. */
export function makeSeam(cut?: Cut): Seam {
  let isDead = false;
  const inFlight = new Set<Promise<unknown>>();
  const watched = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = work();
    inFlight.add(done);

    return done.finally(() => inFlight.delete(done));
  };
  const seam: Seam = {
    isWatched: false,
    effects: [],
    isDead: () => isDead,
    async pass(name, work) {
      if (!seam.isWatched) return work();
      if (isDead) throw lostCall('the process is dead');
      const position = seam.effects.push(name);
      if (cut?.effect !== position) return watched(work);
      isDead = cut.manner.startsWith('dies');
      if (cut.manner.endsWith('after')) await work();
      throw lostCall(`${name}: ${cut.manner}`);
    },
    async settle() {
      await Promise.allSettled(inFlight);
    },
  };

  return seam;
}

/** Passes writes and queue messages through the seam. A death at a read equals a death before the next effect. */
export function throughSeam(seam: Seam, ports: WorldPorts): WorldPorts {
  const { table, deliveries, slowlane } = ports;

  return {
    ...ports,
    table: tableThrough(seam, table),
    deliveries: queueThrough(seam, 'deliveries', deliveries),
    slowlane: queueThrough(seam, 'slowlane', slowlane),
  };
}

function tableThrough(seam: Seam, table: Table): Table {
  return {
    ...table,
    update: (update) => seam.pass('update', () => table.update(update)),
    put: (put) => seam.pass('put', () => table.put(put)),
    transact: (writes) => seam.pass('transact', () => table.transact(writes)),
  };
}

function queueThrough<Message extends WorkspaceMessage>(
  seam: Seam,
  name: string,
  queue: Queue<Message>,
): Queue<Message> {
  return {
    send: (messages) =>
      messages.length === 0 ? Promise.resolve() : seam.pass(`to ${name}`, () => queue.send(messages)),
  };
}
