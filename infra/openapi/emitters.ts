import type { EventKind } from '#lib/activity/event.ts';
import { endpoints, workers } from '#lib/operations.ts';
import { eventSources, eventsToCome } from './prose/event-sources.ts';

/** What emits a kind, and when: `` `contacts.create` for the contact ``. None for a kind that is still to come. */
export function emittersOf(kind: EventKind): string[] {
  const byCallers = namesOf(endpoints, kind).map((name) => `\`${name}\` ${wordsFor(kind, name)}`);
  const byItself = namesOf(workers, kind).map((name) => `the worker \`${name}\` ${wordsFor(kind, name)}`);

  return [...byCallers, ...byItself];
}

export function describeEmitters(kind: EventKind): string {
  const emitters = emittersOf(kind);

  return emitters.length === 0 ? toCome(kind) : `Emitted by ${emitters.join('; by ')}.`;
}

export function toCome(kind: EventKind): string {
  const awaited = eventsToCome[kind];
  if (awaited === undefined) throw new Error(`prose/event-sources.ts lacks what ${kind} waits for`);

  return `Not emitted yet: it waits for ${awaited}.`;
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
