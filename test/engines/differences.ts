import type { EngineName } from './engine.ts';

/** Two engines answered the same request differently. */
export interface Difference {
  readonly engine: EngineName;
  readonly asked: string;
  /** What this engine answered, and what the local engine answered. */
  readonly answered: string;
  readonly localAnswered: string;
  readonly right: 'this engine' | 'the local engine' | 'both';
  /** What AWS's documentation says. */
  readonly because: string;
  readonly documentation: `https://docs.aws.amazon.com/${string}`;
  /** What was changed for it in the project. */
  readonly done: string;
  /** Tests that this engine does not run, because its answer is wrong or missing. */
  readonly excludes?: readonly Exclusion[];
}

export interface Exclusion {
  readonly file: string;
  readonly test: string;
}

/** Every difference that was found. DIFFERENCES.md is made from it: `npm run test:engines -- --write`. */
export const differences: readonly Difference[] = [];

/** Why an engine does not run a test, if it does not. */
export function exclusionOf(engine: string, file: string, test: string): Difference | undefined {
  return differences.find(
    (difference) =>
      difference.engine === engine &&
      difference.excludes?.some((excluded) => excluded.file === file && excluded.test === test),
  );
}
