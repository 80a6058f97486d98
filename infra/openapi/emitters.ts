import type { EventKind } from '#lib/activity/event.ts';
import { endpoints, workers } from '#lib/operations.ts';
import { eventSources } from './prose/event-sources.ts';

/** What emits a kind, and when: `` `contacts.create` for the contact ``. */
export function emittersOf(kind: EventKind): string[] {
  const byCallers = namesOf(endpoints, kind).map((name) => `\`${name}\` ${wordsFor(kind, name)}`);
  const byItself = namesOf(workers, kind).map((name) => `the worker \`${name}\` ${wordsFor(kind, name)}`);

  return [...byCallers, ...byItself];
}

type Operations = typeof endpoints | typeof workers;

function namesOf(operations: Operations, kind: EventKind): string[] {
  return operations.flatMap(({ name, definition }) => (definition.emits?.includes(kind) ? [name] : []));
}

function wordsFor(kind: EventKind, name: string): string {
  const words = eventSources[kind]?.[name];
  if (words === undefined) throw new Error(`prose/event-sources.ts lacks when ${name} emits ${kind}`);

  return words;
}
