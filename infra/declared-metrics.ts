import type { Contract } from '#lib/http/contract.ts';
import { metricsOf } from '#lib/http/request-metrics.ts';
import { endpoints, type Operation, workers } from '#lib/operations.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Every metric that is extracted from logs. Each name occurs once, although several functions may emit it. */
export function declaredMetrics(): LogMetric[] {
  return uniqueByName([
    ...endpointMetrics(endpoints),
    ...workers.flatMap(({ definition }) => definition.metrics ?? []),
  ]);
}

/** The metrics that are extracted from the endpoints' log group. Each name occurs once. */
export function endpointMetrics(operations: readonly Operation<Contract>[]): LogMetric[] {
  return uniqueByName(operations.flatMap(({ definition }) => metricsOf(definition)));
}

function uniqueByName(metrics: readonly LogMetric[]): LogMetric[] {
  return [...new Map(metrics.map((metric) => [metric.name, metric])).values()];
}
