import type { Change } from '#lib/commit/change.ts';
import type { Table, Update, Write } from '#lib/storage/table.ts';
import type { WorldPorts } from './world.ts';

/* Bugs that tests plant in the table and queues of the functions. */

const isDelivery = (write: Write): write is Update => 'update' in write && write.update.sk.startsWith('DLV#');
const isWebhook = (write: Write): write is Update => 'update' in write && write.update.sk.startsWith('whk_');

function withTable(ports: WorldPorts, change: (table: Table) => Partial<Table>): WorldPorts {
  return { ...ports, table: { ...ports.table, ...change(ports.table) } };
}

/** Bug: a repeated message records its outcome again, regardless of the delivery's state. */
export function recordAgain(ports: WorldPorts): WorldPorts {
  const changed = (write: Write): Write => {
    if (!isDelivery(write) || !write.append) return write;
    const { if: _, ...always } = write;

    return always;
  };

  return withTable(ports, (table) => ({
    get: async (key) => (key.sk.startsWith('DLV#') ? undefined : table.get(key)),
    transact: (writes) => table.transact(writes.map(changed)),
  }));
}

/** Bug: enabling a webhook does not reset its failure counter. */
export function keepCounter<Result>(change: Change<Result>): Change<Result> {
  const writes = change.writes.map((write) => {
    if (!isWebhook(write)) return write;
    const { consecutiveFailures: _, ...set } = write.set ?? {};

    return { ...write, set };
  });

  return { ...change, writes };
}

/** Bug: a release omits the newest held delivery. */
export function omitNewest(ports: WorldPorts): WorldPorts {
  return withTable(ports, (table) => ({
    async query(query) {
      const { items, hasMore } = await table.query(query);

      return {
        items: query.pk.startsWith('HELD#') && items.length > 1 ? items.slice(0, -1) : items,
        hasMore,
      };
    },
  }));
}

/** Bug: the due time of a message is ignored. */
export function ignoreDueTime(ports: WorldPorts): WorldPorts {
  const { deliveries, now } = ports;
  const send: typeof deliveries.send = (messages) =>
    deliveries.send(messages.map((each) => ({ ...each, message: { ...each.message, dueAt: now() } })));

  return { ...ports, deliveries: { send } };
}

/** Bug: a success does not reset the failure counter. */
export function neverReset(ports: WorldPorts): WorldPorts {
  const changed = (write: Write): Write => {
    if (!isWebhook(write) || write.set?.['lastSuccessAt'] === undefined) return write;
    const { consecutiveFailures: _, ...set } = write.set;

    return { ...write, set };
  };

  return withTable(ports, (table) => ({ transact: (writes) => table.transact(writes.map(changed)) }));
}

/** Bug: pending work is not in the worklist, so the sweeper does not find it. */
export function omitFromWorklist(ports: WorldPorts): WorldPorts {
  const changed = (write: Write): Write => {
    if (!('update' in write) || !String(write.set?.['gsi3pk']).startsWith('WORK#')) return write;
    const { gsi3pk: _, gsi3sk: _1, ...set } = write.set ?? {};

    return { ...write, set };
  };

  return withTable(ports, (table) => ({
    update: (update) => {
      const { gsi3pk, gsi3sk, ...set } = update.set ?? {};

      return table.update(String(gsi3pk).startsWith('WORK#') ? { ...update, set } : update);
    },
    transact: (writes) => table.transact(writes.map(changed)),
  }));
}
