import type { Contract } from '#lib/http/contract.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Requests that succeeded although their rate window could not be updated. */
const requestsUncounted: LogMetric = {
  name: 'RequestsUncounted',
  where: { message: 'the rate limiter failed open' },
  // A single failure is a slow write; ten mean that the limit is not enforced.
  alarm: { threshold: 10, impact: 'public endpoints and attempts to log in are not rate-limited' },
};

/** Responses with the status 500. One is retried by its caller. */
const requestsFailed: LogMetric = {
  name: 'RequestsFailed',
  where: { message: 'answered', level: 'error' },
  isByOperation: true,
  alarm: { threshold: 3, isLasting: true, impact: 'callers of one operation get server errors' },
};

/**
 * Invocations that crashed or timed out. Lambda writes this line, without the operation, with level WARN, which every stage keeps.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
const requestsCrashed: LogMetric = {
  name: 'RequestsCrashed',
  where: { type: 'platform.report' },
  whereNot: { 'record.status': 'success' },
  alarm: { threshold: 3, isLasting: true, impact: 'callers of one or more operations get server errors' },
};

/** The log metrics of a contract's function: its own metrics, the failures and the metrics of the address counter. */
export function metricsOf({ auth, metrics = [] }: Pick<Contract, 'auth' | 'metrics'>): readonly LogMetric[] {
  // Links are not counted by address.
  return [...metrics, requestsFailed, requestsCrashed, ...(auth === 'link' ? [] : [requestsUncounted])];
}
