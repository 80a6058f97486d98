import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { describeRows, type Row } from './report.ts';

/** Something to undo when the measuring ends, whichever way it ends. */
export type OnEnd = (undo: () => Promise<void>) => void;

interface Findings {
  readonly rows: readonly Row[];
  /** Shown above the rows, and nowhere else. */
  readonly preface?: string;
  /** What `-- --write` keeps in the repository. */
  readonly kept: readonly (readonly [file: URL, text: string])[];
}

/**
 * A bench as a program: it ends with status 0 only when every bar is reached, and leaves nothing behind.
 * @param options that the bench itself reads, besides `--write`
 */
export async function runBench(
  measure: (onEnd: OnEnd) => Promise<Findings>,
  options: ParseArgsOptionsConfig = {},
): Promise<never> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const { values } = parseArgs({ options: { ...options, write: { type: 'boolean', default: false } } });
    // Whoever ends this ends its stack with it, in order.
    const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
    const {
      rows,
      preface = '',
      kept,
    } = await Promise.race([
      measure((step) => undo.push(step)),
      interrupted.then((): never => {
        throw new Error('interrupted');
      }),
    ]);
    process.stdout.write(`${preface}${describeRows(rows)}`);
    if (values.write) await Promise.all(kept.map(([file, text]) => writeFile(file, text)));
    process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
  for (const step of undo.reverse()) await step();

  return process.exit();
}
