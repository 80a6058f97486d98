import type { NewEvent } from '#lib/commit/change.ts';
import { recordEvents } from '#lib/commit/commit.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Put, Table } from '#lib/storage/table.ts';
import { fixedId } from '../support/fixtures.ts';

/** The event fields in a message to `webhooks.deliver`. */
export interface StoredEvent {
  readonly eventId: string;
  readonly subjectId: string;
}

function sentEvent(position: number): NewEvent {
  const data = {
    campaignId: fixedId('cmp', 0),
    contactId: fixedId('con', position),
    executionId: fixedId('exe', position),
    stepId: fixedId('stp', 0),
    emailAccountId: fixedId('acc', 0),
  };

  return { type: 'email.sent', data, isFirst: true };
}

const transactionMax = 100;

/** Events without outbox items, so that they are not published. */
export async function storeEvents(
  table: Table,
  workspaceId: string,
  count: number,
): Promise<readonly StoredEvent[]> {
  const lines = Array.from({ length: count }, (_, position) => eventWrites(workspaceId, position).line);
  for (let first = 0; first < lines.length; first += transactionMax) {
    await table.transact(lines.slice(first, first + transactionMax));
  }

  return lines.map(({ put }, position) => ({
    eventId: String(put.sk).replace('EVT#', ''),
    subjectId: fixedId('con', position),
  }));
}

/**
 * Commits one event like a request: in a transaction with its outbox item, which the stream passes to
 * `publish`.
 */
export async function commitEvent(table: Table, workspaceId: string, position: number): Promise<string> {
  const { line, outbox } = eventWrites(workspaceId, position);
  await table.transact([line, outbox]);

  return String(line.put.sk).replace('EVT#', '');
}

function eventWrites(workspaceId: string, position: number): { line: Put; outbox: Put } {
  const puts = recordEvents(
    workspaceId,
    { events: [sentEvent(position)], increments: [], messages: [] },
    Date.now(),
  );
  const line = puts.find(({ put }) => !put.pk.startsWith(outboxPrefix));
  const outbox = puts.find(({ put }) => put.pk.startsWith(outboxPrefix));
  if (!line || !outbox) throw new Error('an event is an activity item and an outbox item');

  return { line, outbox };
}
