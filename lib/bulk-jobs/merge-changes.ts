import type { ContactPlan } from '#lib/bulk-jobs/plan-contact.ts';
import type { Change } from '#lib/commit/change.ts';
import { keyOfWrite } from '#lib/storage/item.ts';
import type { Update, Write } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** The transaction limit of 100, less the progress, the record of the chunk and the outbox item. */
const writesMax = 97;

export interface MergedPlans {
  readonly change: Omit<Change<unknown>, 'result'>;
  readonly items: readonly ContactPlan['item'][];
}

/**
 * Merges the first plans that fit into one transaction, at least one. A transaction may write an item once, so equal writes
 * are merged and increments of one item are summed. A plan that conflicts with an earlier one is left to the next transaction.
 */
export function mergePlans(plans: readonly ContactPlan[]): MergedPlans {
  let writes = new Map<string, Write>();
  let eventCount = 0;
  const merged: ContactPlan[] = [];
  for (const plan of plans) {
    const next = addWrites(writes, plan.change.writes);
    const events = eventCount + (plan.change.events?.length ?? 0);
    if (merged.length > 0 && (!next || next.size + events > writesMax)) break;
    if (!next) throw new Error('a change writes an item twice');
    writes = next;
    eventCount = events;
    merged.push(plan);
  }
  const messages = merged.flatMap(({ change }) => change.messages ?? []);

  return {
    change: {
      writes: [...writes.values()],
      events: merged.flatMap(({ change }) => change.events ?? []),
      increments: merged.flatMap(({ change }) => change.increments ?? []),
      messages: [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()],
    },
    items: merged.map(({ item }) => item),
  };
}

/** @returns undefined if a write conflicts with another write of the same item */
function addWrites(
  existing: ReadonlyMap<string, Write>,
  writes: readonly Write[],
): Map<string, Write> | undefined {
  const all = new Map(existing);
  for (const write of writes) {
    const { pk, sk } = keyOfWrite(write);
    const name = JSON.stringify([pk, sk]);
    const other = all.get(name);
    const combined = other ? combine(other, write) : write;
    if (!combined) return undefined;
    all.set(name, combined);
  }

  return all;
}

/** Keeps one of two equal writes, and sums the increments of two updates that only increment or set equal values. */
function combine(one: Write, other: Write): Write | undefined {
  if (isUpdate(one) && isUpdate(other)) return combineUpdates(one, other);

  return isSameValue(withoutOtherwise(one), withoutOtherwise(other)) ? one : undefined;
}

function combineUpdates(one: Update, other: Update): Update | undefined {
  const isMergeable = ({ append, remove }: Update) => append === undefined && remove === undefined;
  if (!isMergeable(one) || !isMergeable(other) || !isSameValue(one.if, other.if)) return undefined;
  const set = { ...one.set, ...other.set };
  // The order matters only if both set one attribute to different values.
  if (!isSameValue(set, { ...other.set, ...one.set })) return undefined;
  const add: Record<string, number> = { ...one.add };
  for (const [name, by] of Object.entries(other.add ?? {})) add[name] = (add[name] ?? 0) + by;

  return { ...one, ...(Object.keys(set).length > 0 && { set }), ...(Object.keys(add).length > 0 && { add }) };
}

const isUpdate = (write: Write): write is Update => 'update' in write;

function withoutOtherwise({ otherwise: _, ...write }: Write): unknown {
  return write;
}
