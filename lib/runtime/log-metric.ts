/** A number for operators, read from a function's log: no call is made for it, and none can be forgotten. */
export interface LogMetric {
  readonly name: string;
  /** What a line must say; a `*` at the end stands for anything. */
  readonly where: Readonly<Record<string, string>>;
  /** What a line must not say. */
  readonly whereNot?: Readonly<Record<string, string>>;
  /** The field whose values it shows, or adds up when that is `count`; without one, it counts lines. */
  readonly value?: 'durationMs' | 'lateSeconds' | 'count';
  /** From which value on, or from how many lines in five minutes on, it hurts, and how. */
  readonly alarm?: {
    readonly threshold: number;
    readonly impact: string;
    /** It rings only when two of three periods reach the threshold: a single failure is retried. */
    readonly isLasting?: true;
  };
}
