interface DueEntry {
  readonly dueAt: number;
  readonly contactId: string;
}

/** Inserts an entry in the order of the index of due executions: by due time, then by contact id. */
export function insertByDueTime<Entry extends DueEntry>(queue: Entry[], entry: Entry): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = queue[middle];
    if (other && isBefore(other, entry)) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, entry);
}

function isBefore(one: DueEntry, other: DueEntry): boolean {
  return one.dueAt === other.dueAt ? one.contactId < other.contactId : one.dueAt < other.dueAt;
}
