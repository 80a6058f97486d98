import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux, on all platforms that Node supports. */
const ticksPerSecond = 100;

/** Processor time since the start, in seconds. */
export interface ProcessorTime {
  /** The stack's main thread: its pollers, schedules and gateway. */
  readonly stack: number;
  /** The thread of the queues' engine. */
  readonly queues: number;
  /** The threads of Node and V8, which collect garbage and compile for all others. */
  readonly runtime: number;
  /** The threads of functions, with the ended ones. */
  readonly functions: number;
  readonly table: number;
  readonly mailServer: number;
}

export type ProcessIds = Readonly<Record<'stack' | 'table' | 'mailServer', number>>;

export function readProcessorTime({ stack, table, mailServer }: ProcessIds): ProcessorTime {
  const threads = readdirSync(`/proc/${stack}/task`).map((id) =>
    readThread(`/proc/${stack}/task/${id}/stat`),
  );
  const sumOf = (...names: readonly string[]) =>
    threads.filter(({ name }) => names.includes(name)).reduce((sum, { seconds }) => sum + seconds, 0);
  const parts = {
    stack: readThread(`/proc/${stack}/task/${stack}/stat`).seconds,
    queues: sumOf('sqs'),
    runtime: sumOf(...runtimeThreads),
  };
  const seconds = processorSecondsOf(stack);

  return {
    ...parts,
    functions: seconds - parts.stack - parts.queues - parts.runtime,
    table: processorSecondsOf(table),
    mailServer: processorSecondsOf(mailServer),
  };
}

/** Processor time of a process with all its threads since its start, in seconds. */
export const processorSecondsOf = (pid: number): number => readThread(`/proc/${pid}/stat`).seconds;

/** Linux keeps the first 15 characters of a name. */
const runtimeThreads = ['DelayedTaskSche', 'SignalInspector', 'V8Worker', 'libuv-worker'];

interface Use {
  readonly before: ProcessorTime;
  readonly after: ProcessorTime;
  /** Elapsed seconds between the two. */
  readonly seconds: number;
  readonly emails: number;
}

/** Processor time per email, and the utilisation of all processors. */
export function describeUse({ before, after, seconds, emails }: Use): string {
  const names = ['functions', 'runtime', 'stack', 'queues', 'table', 'mailServer'] as const;
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
function readThread(file: string): { name: string; seconds: number } {
  const text = readFileSync(file, 'utf8');
  const [nameBegin, nameEnd] = [text.indexOf('(') + 1, text.lastIndexOf(')')];
  const fields = text.slice(nameEnd + 2).split(' ');

  return {
    name: text.slice(nameBegin, nameEnd),
    seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
  };
}
