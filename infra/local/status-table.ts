import * as z from 'zod/mini';

const Depth = z.object({ ready: z.number(), inFlight: z.number(), delayed: z.number() });

export const StatusAnswer = z.object({
  now: z.string(),
  clockOffsetMs: z.number(),
  queues: z.record(z.string(), Depth),
  schedules: z.nullable(z.object({ pending: z.number(), nextDueAt: z.nullable(z.string()) })),
  runningInvocations: z.number(),
  faults: z.optional(z.record(z.string(), z.record(z.string(), z.number()))),
});
export type StatusAnswer = z.infer<typeof StatusAnswer>;

/** `3 d 12 h ahead of this machine`. */
export function describeOffset(offsetMs: number): string {
  if (offsetMs === 0) return 'the time of this machine';
  const seconds = Math.round(offsetMs / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);

  return `${shown.join(' ')} ahead of this machine`;
}

/** Human-readable status; programs read JSON. */
export function describeStatus(status: StatusAnswer): string {
  const { now, clockOffsetMs, queues, schedules, runningInvocations, faults = {} } = status;
  const next = schedules?.nextDueAt ?? undefined;
  const rows = [
    ['clock', `${now}, ${describeOffset(clockOffsetMs)}`],
    ['functions', `${runningInvocations} running`],
    ...(schedules
      ? [['schedules', `${schedules.pending} pending${next ? `, the next at ${next}` : ''}`]]
      : []),
    ...Object.entries(faults).map(([service, counts]) => [`faults, ${service}`, JSON.stringify(counts)]),
  ].map(([name = '', value = '']) => `${name.padEnd(16)}${value}`);
  const width = Math.max(...Object.keys(queues).map(({ length }) => length), 'queue'.length) + 2;
  const line = (name: string, ...cells: readonly (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join('');

  return [
    ...rows,
    '',
    line('queue', 'waiting', 'in flight', 'delayed'),
    ...Object.entries(queues).map(([name, { ready, inFlight, delayed }]) =>
      line(name, ready, inFlight, delayed),
    ),
  ].join('\n');
}
