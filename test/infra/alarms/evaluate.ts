import * as z from 'zod/mini';
import { type Resource, render } from '../synthesised.ts';
import { evaluateExpression, type Series } from './expression.ts';

const Dimension = z.object({ Name: z.string(), Value: z.unknown() });
const Metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z._default(z.array(Dimension), []),
});
const Query = z.object({
  Id: z.string(),
  Expression: z.optional(z.unknown()),
  MetricStat: z.optional(z.object({ Metric, Stat: z.string() })),
  ReturnData: z._default(z.boolean(), true),
});
const Alarm = z.object({
  AlarmDescription: z.string(),
  ComparisonOperator: z.enum(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number(),
  TreatMissingData: z.enum(['notBreaching', 'ignore']),
  Metrics: z.optional(z.array(Query)),
});

/** A metric as `namespace name dimension=value`, with its values in periods of five minutes. */
export type Data = Readonly<Record<string, Series>>;
export type State = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/** The states of an alarm after each period. CloudWatch reads a few periods more than it evaluates. */
export function statesOf({ properties }: Resource, data: Data): State[] {
  const alarm = z.parse(Alarm, properties);
  const length = Math.max(0, ...Object.values(data).map((series) => series.length));
  const states: State[] = [];
  for (let end = 1; end <= length; end += 1) {
    const start = Math.max(0, end - alarm.EvaluationPeriods);
    const read = (name: string): Series =>
      (data[name] ?? Array.from<undefined>({ length })).slice(start, end);
    const contributors = seriesOf(properties, alarm, read, end - start);
    states.push(stateOf(alarm, contributors, states.at(-1) ?? 'INSUFFICIENT_DATA'));
  }

  return states;
}

/** The names of the metrics that an alarm reads. */
export function metricsOf(alarm: Resource): string[] {
  const names: string[] = [];
  const read = (name: string): Series => {
    names.push(name);

    return [undefined];
  };
  seriesOf(alarm.properties, z.parse(Alarm, alarm.properties), read, 1);

  return names;
}

type Read = (name: string) => Series;

function seriesOf(
  properties: object,
  { Metrics }: z.infer<typeof Alarm>,
  read: Read,
  periods: number,
): Series {
  if (Metrics === undefined) return read(nameOf(z.parse(Metric, properties)));
  const values: Record<string, Series> = {};
  const visit = (query: z.infer<typeof Query>): Series => {
    if (query.MetricStat) return read(nameOf(query.MetricStat.Metric));
    const text = render(query.Expression);
    if (text.startsWith('SELECT')) return selected(read(nameOfQuery(text)));

    return evaluateExpression(text, values, periods);
  };
  const ordered = Metrics.toSorted((a, b) => Number(a.ReturnData) - Number(b.ReturnData));
  for (const query of ordered) values[query.Id] = visit(query);
  const returned = ordered.filter(({ ReturnData }) => ReturnData);
  if (returned.length !== 1) throw new Error('An alarm needs exactly one expression.');

  return values[returned[0]?.Id ?? ''] ?? [];
}

/** A query returns no series without data, so that `FILL` fills nothing. A test has data of one group of a query. */
function selected(series: Series): Series {
  return series.some((value) => value !== undefined) ? series : [];
}

function nameOf({ Namespace, MetricName, Dimensions }: z.infer<typeof Metric>): string {
  const dimensions = Dimensions.map(({ Name, Value }) => `${Name}=${render(Value)}`);

  return [Namespace, MetricName, ...dimensions].join(' ');
}

function nameOfQuery(text: string): string {
  const [, name, namespace] = /SUM\((\w+)\) FROM (?:SCHEMA\()?"([\w/-]+)"/.exec(text) ?? [];

  return `${namespace} ${name}`;
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html */
function stateOf(alarm: z.infer<typeof Alarm>, series: Series, earlier: State): State {
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  const keepsState =
    alarm.TreatMissingData === 'ignore' || JSON.stringify(alarm.Metrics ?? '').includes('AWS/DynamoDB');
  const known = series.filter((value) => value !== undefined);
  if (known.length === 0 && keepsState) return earlier;
  const isBreaching = (value: number) =>
    alarm.ComparisonOperator === 'LessThanThreshold' ? value < alarm.Threshold : value >= alarm.Threshold;

  return known.filter(isBreaching).length >= alarm.DatapointsToAlarm ? 'ALARM' : 'OK';
}
