import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { metricsOf } from '#lib/http/request-metrics.ts';
import { endpoints, workers } from '#lib/operations.ts';
import { queueNames } from '#lib/values/queues.ts';
import { render, resourcesOf, settingsOf, synthesiseStage } from './synthesised.ts';

const { workers: template } = synthesiseStage('prod', settingsOf('prod', { dashboard: true }));
const [dashboard, ...others] = resourcesOf(template, 'AWS::CloudWatch::Dashboard');
const text = render(dashboard?.properties['DashboardBody']);

const Body = z.object({
  widgets: z.array(
    z.object({ properties: z.object({ title: z.string(), metrics: z.array(z.array(z.unknown())) }) }),
  ),
});
const metrics = z
  .parse(Body, JSON.parse(text))
  .widgets.flatMap(({ properties }) => properties.metrics.map((metric) => ({ ...properties, metric })));
const shown = (namespace: string, name: string) =>
  metrics.flatMap(({ metric }) => (metric[0] === namespace && metric[1] === name ? [metric] : []));

it('A stage with the dashboard setting has one dashboard per region, named after the stage and the region', () => {
  expect(others).toEqual([]);
  expect(render(dashboard?.properties['DashboardName'])).toBe('outreach-prod-<AWS::Region>');
});

it('It shows requests, client errors, server errors and latency of the stage’s gateway', () => {
  for (const name of ['Count', '4XXError', '5XXError', 'Latency', 'IntegrationLatency']) {
    const [metric] = shown('AWS/ApiGateway', name);

    expect(metric?.slice(2, 6)).toEqual(['ApiName', 'outreach-prod-api', 'Stage', 'prod']);
  }
});

it('It shows the depth and age of every queue, and the dead letters of each queue and stream', () => {
  const streams = workers.filter(({ definition }) => definition.trigger === 'stream').length;
  const waiting = shown('AWS/SQS', 'ApproximateNumberOfMessagesVisible');

  expect(waiting).toHaveLength(2 * queueNames.length + streams);
  expect(shown('AWS/SQS', 'ApproximateAgeOfOldestMessage')).toHaveLength(queueNames.length);
  expect(new Set(waiting.map((metric) => metric[3])).size).toBe(waiting.length);
});

it('It shows errors and throttles of every worker, and the iterator age of stream consumers', () => {
  for (const name of ['Errors', 'Throttles']) {
    expect(shown('AWS/Lambda', name)).toHaveLength(workers.length);
  }

  expect(shown('AWS/Lambda', 'IteratorAge')).toHaveLength(1);
});

it('It shows throttled requests of the table and each index', () => {
  expect(shown('AWS/DynamoDB', 'ReadThrottleEvents')).toHaveLength(6);
  expect(shown('AWS/DynamoDB', 'WriteThrottleEvents')).toHaveLength(6);
});

it('It shows the totals of sent, bounced and replied emails', () => {
  const mails = metrics.filter(({ title }) => title === 'Emails').map(({ metric }) => metric);

  expect(mails.map(([, name]) => name)).toEqual(['MailsSent', 'MailsBounced', 'MailsReplied']);
  for (const metric of mails) expect(metric.at(-1)).toMatchObject({ stat: 'Sum' });
});

it('It shows every metric that a function declares, with the name and namespace of its log metric', () => {
  const declared = [
    ...endpoints.flatMap(({ definition }) => metricsOf(definition)),
    ...workers.flatMap(({ definition }) => definition.metrics ?? []),
  ];
  const filtered = resourcesOf(template, 'AWS::Logs::MetricFilter').map(
    ({ properties }) => Object(properties['MetricTransformations'])[0].MetricNamespace,
  );

  expect(new Set(filtered)).toEqual(new Set(['outreach-prod']));
  for (const { name, isByOperation } of declared) {
    const found = isByOperation
      ? metrics.filter(({ metric: [query] }) => JSON.stringify(query).includes(`SUM(${name})`))
      : shown('outreach-prod', name);

    expect(found).toHaveLength(1);
  }
});
