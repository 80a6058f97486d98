import type { EngineName } from './engine.ts';

interface Suites {
  /** Run by default: what asks most of the engine's services. */
  readonly chosen: readonly string[];
  /** Run with `--all`. */
  readonly all: readonly string[];
}

const all = ['test/storage', 'test/api', 'test/workers'];

/** The test folders and files that each engine answers. They are the same as for the local engines. */
export const suites: Readonly<Record<EngineName, Suites>> = {
  'dynamodb-local': { chosen: all, all },
  elasticmq: { chosen: all, all },
  moto: { chosen: ['test/storage'], all },
};
