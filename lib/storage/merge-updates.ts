import type { Condition, Update, Write } from '#lib/storage/table.ts';

/** Joins updates of the same item, because a transaction may have one write for each item. Each has at most one condition. */
export function mergeUpdates(writes: readonly Write[]): readonly Write[] {
  const merged: Write[] = [];
  for (const write of writes) {
    const index = merged.findIndex((each) => isSameItem(each, write));
    const same = merged[index];
    if (same && 'update' in same && 'update' in write) merged[index] = joinUpdates(same, write);
    else merged.push(write);
  }

  return merged;
}

function isSameItem(one: Write, other: Write): boolean {
  return (
    'update' in one &&
    'update' in other &&
    one.update.pk === other.update.pk &&
    one.update.sk === other.update.sk
  );
}

function joinUpdates(one: Update, other: Update): Update {
  const otherwise = other.otherwise ?? one.otherwise;

  return {
    update: one.update,
    set: { ...one.set, ...other.set },
    remove: [...(one.remove ?? []), ...(other.remove ?? [])],
    if: { ...(one.if as Condition | undefined), ...(other.if as Condition | undefined) },
    ...(otherwise && { otherwise }),
  };
}
