import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { metricsOf } from '#lib/http/request-metrics.ts';
import { endpoints, fallback, routedEndpoints, workers } from '#lib/operations.ts';
import { AlarmTopics } from '../../infra/constructs/alarm-topics.ts';
import { LogAlarms } from '../../infra/constructs/log-metrics.ts';
import { isWholeTier } from '../support/tier.ts';
import { resourcesOf, synthesiseStage, targetOf } from './synthesised.ts';

const { service, api, workers: workersTemplate } = synthesiseStage('prod');
const filters = resourcesOf(service, 'AWS::Logs::MetricFilter');
const ofEndpoints = endpoints.flatMap(({ definition }) => metricsOf(definition));
const declared = [
  // All endpoints write to one log group.
  ...new Map(ofEndpoints.map((metric) => [metric.name, metric])).values(),
  ...workers.flatMap(({ definition }) => definition.metrics ?? []),
];

it('Exactly the metrics that a function declares are extracted from its log', () => {
  const names = filters.map(({ properties }) => Object(properties['MetricTransformations'])[0].MetricName);

  expect(names.toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
});

it('A line must match all conditions of the metric', () => {
  const patterns = filters.map(({ properties }) => properties['FilterPattern']);

  expect(patterns).toContain('{ ($.message = "attempted") && ($.outcome = "http_2*") }');
  expect(patterns).toContain('{ ($.message = "found work that was late") && ($.outcome = "delivery") }');
});

it('A request fails with an error of the service, by operation; a crash or time-out has no operation in its line', () => {
  const [failed, crashed] = ['RequestsFailed', 'RequestsCrashed'].map((name) =>
    filters.filter(({ properties }) => JSON.stringify(properties).includes(`"${name}"`)),
  );

  expect(failed?.map(({ properties }) => properties)).toMatchObject([
    {
      FilterPattern: '{ ($.message = "answered") && ($.level = "error") }',
      MetricTransformations: [{ Dimensions: [{ Key: 'operation', Value: '$.operation' }] }],
    },
  ]);
  expect(crashed?.map(({ properties }) => properties['FilterPattern'])).toEqual([
    '{ ($.type = "platform.report") && ($.record.status != "success") }',
  ]);
});

it('An alarm on a counter uses the sum', () => {
  workersTemplate.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'MailsUnknown',
    Statistic: 'Sum',
    Threshold: 10,
  });
});

it.runIf(isWholeTier)('An alarm on a field that counts uses the sum of the field', () => {
  const stack = new Stack();
  new LogAlarms(stack, 'Alarms', {
    metrics: [
      { name: 'Emails', where: {}, value: 'count', alarm: { threshold: 10, impact: 'too many emails' } },
      { name: 'Delay', where: {}, value: 'lateSeconds', alarm: { threshold: 10, impact: 'late emails' } },
    ],
    namespace: 'outreach',
    topics: new AlarmTopics(stack, 'Topics', {}),
  });
  const template = Template.fromStack(stack);

  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'Emails', Statistic: 'Sum' });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'Delay', Statistic: 'Maximum' });
});

it('Requests without rate limiting raise one alarm, in every endpoint', () => {
  const names = filters.map(({ properties }) => Object(properties['MetricTransformations'])[0].MetricName);
  const alarms = resourcesOf(service, 'AWS::CloudWatch::Alarm').filter(
    ({ properties }) => properties['MetricName'] === 'RequestsUncounted',
  );

  expect(names.filter((name) => name === 'RequestsUncounted')).toHaveLength(1);
  expect(alarms).toHaveLength(1);
  workersTemplate.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'RequestsUncounted',
    Namespace: 'outreach-prod',
    Statistic: 'Sum',
    Threshold: 10,
  });
});

it('A delivery that is five minutes overdue raises an alarm', () => {
  workersTemplate.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'OldestDueDeliverySeconds',
    Statistic: 'Maximum',
    Threshold: 300,
    Namespace: 'outreach-prod',
  });
});

it('All endpoints write to one log group, which the output LogGroupName names', () => {
  const groups = resourcesOf(api, 'AWS::Logs::LogGroup').map(({ logicalId }) => logicalId);
  const written = resourcesOf(api, 'AWS::Lambda::Function').map(({ properties }) =>
    targetOf(Object(properties['LoggingConfig']).LogGroup),
  );

  expect(groups).toHaveLength(1);
  expect(written).toEqual([...routedEndpoints, fallback].map(() => groups[0]));
  expect(api.findOutputs('LogGroupName')).toMatchObject({ LogGroupName: { Value: { Ref: groups[0] } } });
});
