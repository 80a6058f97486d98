import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux, on all platforms that Node supports. */
const ticksPerSecond = 100;

/** Processor time since the start, in seconds. */
export interface ProcessorTime {
  /** The stack's main thread: its queues, pollers, schedules and gateway. */
  readonly queues: number;
  /** The threads of functions, and the threads of Node itself. */
  readonly functions: number;
  readonly table: number;
  readonly mailServer: number;
}

export type ProcessIds = Readonly<Record<'stack' | 'table' | 'mailServer', number>>;

export function readProcessorTime({ stack, table, mailServer }: ProcessIds): ProcessorTime {
  const queues = secondsOf(`/proc/${stack}/task/${stack}/stat`);

  return {
    queues,
    functions: secondsOf(`/proc/${stack}/stat`) - queues,
    table: secondsOf(`/proc/${table}/stat`),
    mailServer: secondsOf(`/proc/${mailServer}/stat`),
  };
}

interface Use {
  readonly before: ProcessorTime;
  readonly after: ProcessorTime;
  /** Elapsed seconds between the two. */
  readonly seconds: number;
  readonly emails: number;
}

/** Processor time per email, and the utilisation of all processors. */
export function describeUse({ before, after, seconds, emails }: Use): string {
  const names = ['functions', 'queues', 'table', 'mailServer'] as const;
  const used = names.map((name) => after[name] - before[name]);
  const all = used.reduce((sum, each) => sum + each, 0);
  const parts = names.map(
    (name, position) => `${name} ${Math.round((1000 * (used[position] ?? 0)) / emails)} ms`,
  );

  return `processor time per email: ${parts.join(', ')}; ${Math.round((100 * all) / (seconds * cpus().length))} % of all`;
}

/**
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime and stime follow the name, which is in
 * brackets.
 */
function secondsOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');

  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
