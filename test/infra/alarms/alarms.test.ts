import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Resource, resourcesOf, settingsOf, synthesiseStage } from '../synthesised.ts';
import { type Data, metricsOf, type State, statesOf } from './evaluate.ts';
import type { Series } from './expression.ts';
import { faultLines, harmless, metricFaults } from './faults.ts';
import { matches, valueAt } from './log-filter.ts';

const { service } = synthesiseStage('prod', settingsOf('prod'));
const alarms = resourcesOf(service, 'AWS::CloudWatch::Alarm');
const filters = resourcesOf(service, 'AWS::Logs::MetricFilter');
const logAlarms = alarms.filter(({ logicalId }) => logicalId.startsWith('LogAlarms'));
const find = (alarm: RegExp) => alarms.filter(({ logicalId }) => alarm.test(logicalId));

/** Twenty minutes without the fault, twenty with it, then half an hour without it. */
const course = <Value>(normal: Value, faulty: Value): Value[] => [
  ...Array.from<Value>({ length: 4 }).fill(normal),
  ...Array.from<Value>({ length: 4 }).fill(faulty),
  ...Array.from<Value>({ length: 6 }).fill(normal),
];

/** Data of an alarm's metrics, by their names without namespace and dimensions. */
function dataOf(alarm: Resource, series: Readonly<Record<string, Series>>): Data {
  return Object.fromEntries(
    metricsOf(alarm).flatMap((metric) => {
      const values = series[metric.split(' ')[1] ?? ''];

      return values ? [[metric, values]] : [];
    }),
  );
}

function expectEpisode(states: readonly State[]): void {
  expect(states.slice(0, 4)).not.toContain('ALARM');
  // Within 15 minutes.
  expect(states.slice(4, 7)).toContain('ALARM');
  expect(states.at(-1)).toBe('OK');
}

describe.each(metricFaults)('%s: %s', (pattern, _, values) => {
  it.each(find(pattern))('raises $logicalId, which ends with the fault', (alarm) => {
    const series = Object.fromEntries(
      Object.entries(values).map(([name, [normal, faulty]]) => [name, course(normal, faulty)]),
    );

    expectEpisode(statesOf(alarm, dataOf(alarm, series)));
  });
});

const Transformations = z.tuple([
  z.object({
    MetricName: z.string(),
    MetricNamespace: z.string(),
    MetricValue: z.string(),
    Dimensions: z.optional(
      z.tuple([z.object({ Key: z.literal('operation'), Value: z.literal('$.operation') })]),
    ),
  }),
]);

it.each(Object.entries(faultLines))(
  'the log lines of %s raise its alarm, which ends with them',
  (name, { line, count }) => {
    const matching = filters
      .map(({ properties }) => ({
        pattern: String(properties['FilterPattern']),
        transformation: z.parse(Transformations, properties['MetricTransformations'])[0],
      }))
      .filter(({ pattern, transformation }) => transformation.MetricName === name && matches(pattern, line));
    const [{ transformation } = { transformation: undefined }] = matching;
    const field = transformation?.MetricValue.replace('$.', '') ?? '';
    const faulty = /^\d+$/.test(field) ? Number(field) * count : Number(valueAt(line, field));
    const [alarm, ...others] = alarms.filter((each) => metricsOf(each).includes(`outreach-prod ${name}`));

    expect(matching.length).toBeGreaterThan(0);
    expect(others).toEqual([]);
    if (alarm) expectEpisode(statesOf(alarm, dataOf(alarm, { [name]: course(undefined, faulty) })));
  },
);

it('every alarm has a simulated fault', () => {
  const simulated = [
    ...metricFaults.flatMap(([pattern]) => find(pattern)),
    ...logAlarms.filter(({ logicalId }) => Object.keys(faultLines).some((name) => logicalId.includes(name))),
  ];

  expect(alarms.filter((alarm) => !simulated.includes(alarm)).map(({ logicalId }) => logicalId)).toEqual([]);
});

it.each(harmless)('%s: no alarm if %s', (pattern, _, series) => {
  const found = find(pattern);

  expect(found.length).toBeGreaterThan(0);
  for (const alarm of found) expect(statesOf(alarm, dataOf(alarm, series))).not.toContain('ALARM');
});

it('an operation that fails completely is noticed, although few of all requests fail', () => {
  const [errors] = find(/^ServiceAlarmsErrors/);
  const [failed] = find(/^LogAlarmsRequestsFailed/);
  // Three of 1,000 requests.
  const share = { '5XXError': Array.from<number>({ length: 6 }).fill(0.003) };

  expect(errors && statesOf(errors, dataOf(errors, share))).not.toContain('ALARM');
  expect(failed && statesOf(failed, dataOf(failed, { RequestsFailed: [3, 3] })).at(-1)).toBe('ALARM');
});
