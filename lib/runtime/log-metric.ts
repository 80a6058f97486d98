/** A number for operators, read from a function's log: no call is made for it, and none can be forgotten. */
export interface LogMetric {
  readonly name: string;
  /** What a line must say; a `*` at the end stands for anything. */
  readonly where: Readonly<Record<string, string>>;
  /** The field whose values it shows, or adds up when that is `count`; without one, it counts lines. */
  readonly value?: 'durationMs' | 'lateSeconds' | 'count';
  /** Several functions emit it, and each has a value of its own: the dimension `operation` tells them apart. */
  readonly byOperation?: true;
  /** From which value on, or from how many lines in five minutes on, and whom, it hurts. */
  readonly alarm?: { readonly threshold: number; readonly impact: string };
}
