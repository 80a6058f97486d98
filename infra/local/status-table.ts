import * as z from 'zod/mini';

const Depth = z.object({ ready: z.number(), inFlight: z.number(), delayed: z.number() });

/** The response of `GET /status` of the control server. */
export const StackStatus = z.object({
  /** Time of the stack's clock, RFC 3339. */
  now: z.string(),
  /** Milliseconds by which the stack's clock is ahead of the machine's clock. */
  clockOffsetMs: z.number(),
  queues: z.record(z.string(), Depth),
  /** Null if the scheduler runs outside this stack. */
  schedules: z.nullable(z.object({ pending: z.number(), nextDueAt: z.nullable(z.string()) })),
  runningInvocations: z.number(),
  /** Number of injected faults of each kind, by service; absent when no faults are configured. */
  faults: z.optional(z.record(z.string(), z.record(z.string(), z.number()))),
});
export type StackStatus = z.infer<typeof StackStatus>;

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
export function describeStatus(status: StackStatus): string {
  const { now, clockOffsetMs, queues, schedules, runningInvocations, faults = {} } = status;
  const next = schedules?.nextDueAt ?? undefined;
  const rows = [
    ['clock', `${now}, ${describeOffset(clockOffsetMs)}`],
    ['functions', `${runningInvocations} running`],
    ...(schedules ? [['schedules', `${schedules.pending} pending${describeNext(now, next)}`]] : []),
    ...Object.entries(faults).map(([service, counts]) => [`faults, ${service}`, JSON.stringify(counts)]),
  ].map(([name = '', value = '']) => `${name.padEnd(16)}${value}`);
  const lines = queueLines(queues);
  const width = Math.max(...lines.map(([name]) => name.length), 'queue'.length) + 2;
  const line = (name: string, ...cells: readonly (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(14)).join('');

  return [
    ...rows,
    '',
    line('queue', 'waiting', 'in flight', 'delayed', 'dead letters'),
    ...lines.map(([name, ...counts]) => line(name, ...counts)),
  ].join('\n');
}

function describeNext(now: string, next: string | undefined): string {
  if (next === undefined) return '';

  return Date.parse(next) > Date.parse(now) ? `, the next at ${next}` : ', the next is due now';
}

/** CloudFormation appends a hash to `<name>Queue` and `<name>DeadLettersQueue`. */
const generatedName = /^(.+?)(DeadLetters)?Queue[0-9A-F]{8}$/;

/** One line for each queue and its dead-letter queue, by the name that the project's code uses. */
function queueLines(queues: StackStatus['queues']): [string, ...(number | string)[]][] {
  const namedQueues = Object.entries(queues).map(([queue, depth]) => {
    const [, name = queue, deadLetters] = generatedName.exec(queue) ?? [];

    return { name, isDeadLetterQueue: deadLetters !== undefined, depth };
  });

  return [...Map.groupBy(namedQueues, ({ name }) => name)].sort().map(([name, group]) => {
    const depth = group.find(({ isDeadLetterQueue }) => !isDeadLetterQueue)?.depth;
    const deadLetterDepth = group.find(({ isDeadLetterQueue }) => isDeadLetterQueue)?.depth;

    return [
      name,
      depth?.ready ?? '',
      depth?.inFlight ?? '',
      depth?.delayed ?? '',
      deadLetterDepth?.ready ?? '',
    ];
  });
}
