import type { Draft } from './draft.ts';

export interface Tally {
  count(draft: Draft, status: number): void;
  countFailure(operation: string): void;
  /** Number of requests of one operation, or of all. */
  requests(operation?: string): number;
  successes(operation: string): number;
  /** Requests by operation and status. */
  table(): string;
}

export function newTally(): Tally {
  const counts = new Map<string, Map<number, number>>();
  const failures = new Map<string, number>();
  const of = (operation: string) => [...(counts.get(operation) ?? [])];
  const sum = (entries: readonly (readonly [number, number])[]) =>
    entries.reduce((all, [, count]) => all + count, 0);

  return {
    count: ({ endpoint: { name } }, status) => {
      const statuses = counts.get(name) ?? new Map<number, number>();
      counts.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    },
    countFailure: (operation) => {
      failures.set(operation, (failures.get(operation) ?? 0) + 1);
    },
    requests: (operation) => sum(operation === undefined ? [...counts.keys()].flatMap(of) : of(operation)),
    successes: (operation) => sum(of(operation).filter(([status]) => status < 400)),
    table: () => {
      const statuses = [...new Set([...counts.values()].flatMap((each) => [...each.keys()]))].sort();
      const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

      return [
        line(['operation', 'requests', ...statuses, 'failures']),
        line(Array(statuses.length + 3).fill('---')),
        ...[...counts.keys()]
          .sort()
          .map((name) =>
            line([
              name,
              sum(of(name)),
              ...statuses.map((status) => counts.get(name)?.get(status) ?? 0),
              failures.get(name) ?? 0,
            ]),
          ),
      ].join('\n');
    },
  };
}
