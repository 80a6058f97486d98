import type { Queue, WorkspaceMessage } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import type { WorldPorts } from './world.ts';

/** What happens to whoever has an effect on the world: the effect may have been or not, and he may live on or not. */
export const manners = ['dies before', 'dies after', 'fails before', 'fails after'] as const;
type Manner = (typeof manners)[number];

export interface Cut {
  /** Which of the effects, from 1. */
  readonly effect: number;
  readonly manner: Manner;
}

export interface Seam {
  /** Effects count, and one is cut, while this is true. */
  isWatched: boolean;
  /** What was done while it was. */
  readonly effects: string[];
  readonly isDead: () => boolean;
  /** @throws in place of the answer where it is cut, and from then on whenever who asks for it has died */
  readonly pass: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Waits for what was under way beside the effect that is cut: it has left the process, and comes to pass all the same. */
  readonly settle: () => Promise<void>;
}

/** What the SDK throws when a call of a service gets no answer. */
function lostCall(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError', $metadata: {} });
}

/** The one way by which everything goes that leaves the process. */
export function makeSeam(cut?: Cut): Seam {
  let isDead = false;
  const underWay = new Set<Promise<unknown>>();
  const watched = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = work();
    underWay.add(done);

    return done.finally(() => underWay.delete(done));
  };
  const seam: Seam = {
    isWatched: false,
    effects: [],
    isDead: () => isDead,
    async pass(name, work) {
      if (!seam.isWatched) return work();
      if (isDead) throw lostCall('who did this is dead');
      const position = seam.effects.push(name);
      if (cut?.effect !== position) return watched(work);
      isDead = cut.manner.startsWith('dies');
      if (cut.manner.endsWith('after')) await work();
      throw lostCall(`${name}: ${cut.manner}`);
    },
    async settle() {
      await Promise.allSettled(underWay);
    },
  };

  return seam;
}

/** The real table and queues, through the seam. What only reads changes nothing, so dying there is dying before the next. */
export function throughSeam(seam: Seam, ports: WorldPorts): WorldPorts {
  const { table, deliveries, slowlane, releases } = ports;

  return {
    ...ports,
    table: tableThrough(seam, table),
    deliveries: queueThrough(seam, 'deliveries', deliveries),
    slowlane: queueThrough(seam, 'slowlane', slowlane),
    releases: queueThrough(seam, 'releases', releases),
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
