import { workers } from '#lib/operations.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { markdownTable } from './markdown.ts';
import { eventRows } from './prose/event-table.ts';

/** The changes that emit an event type. */
export function changesOf(kind: EventKind): string[] {
  return eventRows.filter(({ events }) => events.includes(kind)).map(({ change }) => change);
}

/** The changes that emit an event type, each with its endpoints and workers. */
export function emittersOf(kind: EventKind): string[] {
  return eventRows
    .filter(({ events }) => events.includes(kind))
    .map(({ change, operations }) => `${change} (${operations.map(operationText).join(', ')})`);
}

/** The changes and their events as a Markdown table. */
export function eventTableText(): string {
  const rows = eventRows.map(({ change, operations, events }) => [
    change,
    operations.map(operationText).join(', '),
    events.length === 0 ? 'none' : events.map((kind) => `\`${kind}\``).join(', '),
  ]);

  return markdownTable(['Change', 'Made by', 'Events'], rows);
}

function operationText(operation: string): string {
  return workers.some(({ name }) => name === operation) ? `the worker \`${operation}\`` : `\`${operation}\``;
}
