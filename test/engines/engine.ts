/** A program that answers for one or more AWS services. Other people wrote it, so its answers check ours. */
export interface Engine {
  /** Chooses it: `npm run test:engines -- <name>`. */
  readonly name: EngineName;
  /** With its pinned version. */
  readonly title: string;
  /** Commands that must be in PATH. */
  readonly commands: readonly string[];
  /** Downloads it unless it is in the cache, starts it with no data and waits until it answers. */
  start(): Promise<RunningEngine>;
}

export type EngineName = 'dynamodb-local' | 'elasticmq' | 'moto';

interface RunningEngine {
  /** Variables that make the local stack use this engine instead of its own. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}
