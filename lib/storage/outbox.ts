/** Partition keys of outbox items: one item per transaction that recorded events. */
export const outboxPrefix = 'OUTBOX#';
