interface ThreadSource {
  /** Name of the file in the function's folder, without `.mjs`. */
  readonly name: string;
  /** Relative to the repository. */
  readonly file: string;
}

const threads: readonly ThreadSource[] = [{ name: 'parser-thread', file: 'lib/inbox/parser-thread.ts' }];

/** The modules of worker threads that a bundled function names. They belong into its folder. */
export function threadsOf(module: string): ThreadSource[] {
  return threads.filter(({ name }) => module.includes(`./${name}.mjs`));
}
