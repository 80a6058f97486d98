import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import type { WorkspaceMessage } from '#lib/values/queues.ts';

/** The place where a test observes and interrupts the outgoing calls of functions. */
export interface CallSeam {
  /** Called before and after each invocation. */
  begin(functionName: string): void;
  end(): void;
  /** Does the work, or throws before or after it. */
  pass<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Passes writes, queue messages and schedules through the seam. A death at a read equals a death before the next effect. */
export function throughSeam<
  Services extends {
    readonly table: Table;
    readonly schedules: {
      scheduleDispatch(...given: never[]): Promise<void>;
      delete(id: string): Promise<void>;
    };
  },
>(seam: CallSeam, services: Services): Services {
  const passed = Object.entries(services).map(([name, service]) => [
    name,
    isQueue(service) ? queueThrough(seam, name, service) : service,
  ]);
  const { table, schedules } = services;
  const passedSchedules = {
    scheduleDispatch: (...given: never[]) =>
      seam.pass('schedule', () => schedules.scheduleDispatch(...given)),
    delete: (id: string) => seam.pass('schedule', () => schedules.delete(id)),
  };

  // Object.fromEntries loses the relation between names and value types.
  return {
    ...(Object.fromEntries(passed) as Services),
    table: {
      ...table,
      update: (update) => seam.pass('update', () => table.update(update)),
      put: (put) => seam.pass('put', () => table.put(put)),
      transact: (writes) => seam.pass('transact', () => table.transact(writes)),
    },
    schedules: passedSchedules,
  };
}

const isQueue = (service: unknown): service is Queue<WorkspaceMessage> =>
  typeof service === 'object' && service !== null && 'send' in service;

function queueThrough(seam: CallSeam, name: string, queue: Queue<WorkspaceMessage>): Queue<WorkspaceMessage> {
  return {
    send: (messages) =>
      messages.length === 0 ? Promise.resolve() : seam.pass(`to ${name}`, () => queue.send(messages)),
  };
}
