interface Due {
  readonly dueAt: number;
  readonly contactId: string;
}

/** Puts somebody where the index of due executions has him: by due time, then by contact. */
export function insertInOrder<Waiter extends Due>(queue: Waiter[], waiter: Waiter): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = queue[middle];
    if (other && isBefore(other, waiter)) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, waiter);
}

function isBefore(one: Due, other: Due): boolean {
  return one.dueAt === other.dueAt ? one.contactId < other.contactId : one.dueAt < other.dueAt;
}
