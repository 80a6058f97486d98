import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { describeRows, type Row } from './report.ts';

/** Registers a function that runs when the measurement ends, also after a failure. */
export type OnEnd = (cleanUp: () => Promise<void>) => void;

interface Findings {
  readonly rows: readonly Row[];
  /** Printed above the rows, but not saved. */
  readonly preface?: string;
  /** Files that `-- --write` saves in the repository. */
  readonly savedFiles: readonly (readonly [file: URL, text: string])[];
}

/**
 * Runs a benchmark as a program. It exits with status 0 only if every target is reached, and deletes its
 * state.
 * @param options that the benchmark itself reads, in addition to `--write`
 */
export async function runBench(
  measure: (onEnd: OnEnd) => Promise<Findings>,
  options: ParseArgsOptionsConfig = {},
): Promise<never> {
  const cleanUp: (() => Promise<void>)[] = [];
  try {
    const { values } = parseArgs({ options: { ...options, write: { type: 'boolean', default: false } } });
    // A signal to this process also ends its stack in order.
    const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
    const {
      rows,
      preface = '',
      savedFiles,
    } = await Promise.race([
      measure((step) => cleanUp.push(step)),
      interrupted.then((): never => {
        throw new Error('interrupted');
      }),
    ]);
    process.stdout.write(`${preface}${describeRows(rows)}`);
    if (values.write) await Promise.all(savedFiles.map(([file, text]) => writeFile(file, text)));
    process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
  for (const step of cleanUp.reverse()) await step();

  return process.exit();
}
