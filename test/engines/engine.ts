/** An independent implementation of one or more AWS services, which checks the local engines. */
export interface Engine {
  /** Selects it: `npm run test:engines -- <name>`. */
  readonly name: EngineName;
  /** Title with the pinned version. */
  readonly title: string;
  /** Required commands in PATH. */
  readonly commands: readonly string[];
  /** Downloads it unless it is in the cache, starts it without data and waits until it responds. */
  start(): Promise<RunningEngine>;
}

export type EngineName = 'dynamodb-local' | 'elasticmq' | 'moto';

interface RunningEngine {
  /** Variables that make the local stack use this engine instead of the local one. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}
