/** `page` calls an engineer at any time; `ticket` is work for the next day. */
export type Severity = 'page' | 'ticket';

/** A metric that CloudWatch extracts from a function's log lines. It needs no API call. */
export interface LogMetric {
  readonly name: string;
  /** Values that a line must have; a trailing `*` matches any text. */
  readonly where: Readonly<Record<string, string>>;
  /** Values that a line must not have. */
  readonly whereNot?: Readonly<Record<string, string>>;
  /** The metric has the values of this field. `count` is summed. Without a field, the metric counts lines. */
  readonly value?: 'durationMs' | 'lateSeconds' | 'count';
  /** One series for each operation, so that a frequent operation does not hide another one. */
  readonly isByOperation?: true;
  /** The value, or the number of lines in five minutes, that triggers the alarm, and its impact. */
  readonly alarm?: {
    readonly threshold: number;
    readonly impact: string;
    /** The alarm fires only if two of three periods reach the threshold, because single failures are retried. */
    readonly isLasting?: true;
    /** Default `page`. */
    readonly severity?: Severity;
  };
}
