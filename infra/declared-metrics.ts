import { metricsOf } from '#lib/http/contract.ts';
import { endpoints, workers } from '#lib/operations.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Every metric that is read from logs, each name once, although several functions may emit it. */
export function declaredMetrics(): LogMetric[] {
  const all = [
    ...endpoints.flatMap(({ definition }) => metricsOf(definition)),
    ...workers.flatMap(({ definition }) => definition.metrics ?? []),
  ];

  return [...new Map(all.map((metric) => [metric.name, metric])).values()];
}
