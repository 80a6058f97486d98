import { describe, expect, test } from 'vitest';
import { synthesiseStage } from '../synthesised.ts';
import { type Node, resourceGraph } from './resource-graph.ts';
import { rules } from './rules.ts';

const { data, api, workers } = synthesiseStage('prod');
const templates = [data, api, workers].map((template) => template.toJSON());

test.each(Object.entries(rules))('the stage keeps the rule %s', (_, rule) => {
  expect(rule(resourceGraph(templates))).toEqual([]);
});

interface Planted {
  readonly fault: string;
  readonly rule: keyof typeof rules;
  readonly type: string;
  readonly plant: (properties: Node['properties']) => void;
}

const planted: readonly Planted[] = [
  {
    fault: 'the topic admits nothing but TLS',
    rule: 'alarmsReachTheirTopic',
    type: 'AWS::SNS::TopicPolicy',
    plant: ({ PolicyDocument }) => {
      const document = Object(PolicyDocument);
      document.Statement = document.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Deny');
    },
  },
  {
    fault: 'an alarm has no action',
    rule: 'alarmsReachTheirTopic',
    type: 'AWS::CloudWatch::Alarm',
    plant: (properties) => {
      properties['AlarmActions'] = [];
    },
  },
  {
    fault: 'a metric of the logs has another name',
    rule: 'metricsAreEmitted',
    type: 'AWS::Logs::MetricFilter',
    plant: ({ MetricTransformations }) => {
      Object(MetricTransformations)[0].MetricName = 'Renamed';
    },
  },
  {
    fault: 'a queue has no dead-letter queue',
    rule: 'consumersGiveBackAndKeepFailures',
    type: 'AWS::SQS::Queue',
    plant: (properties) => {
      delete properties['RedrivePolicy'];
    },
  },
  {
    fault: 'a consumer takes back whole batches',
    rule: 'consumersGiveBackAndKeepFailures',
    type: 'AWS::Lambda::EventSourceMapping',
    plant: (properties) => {
      delete properties['FunctionResponseTypes'];
    },
  },
  {
    fault: 'messages are shown again too early',
    rule: 'consumersGiveBackAndKeepFailures',
    type: 'AWS::SQS::Queue',
    plant: (properties) => {
      properties['VisibilityTimeout'] = 30;
    },
  },
  {
    fault: 'the dashboard is named without its region',
    rule: 'globalNamesSayStageAndRegion',
    type: 'AWS::CloudWatch::Dashboard',
    plant: (properties) => {
      properties['DashboardName'] = 'outreach-prod';
    },
  },
  {
    fault: 'a log group never expires',
    rule: 'logGroupsExpire',
    type: 'AWS::Logs::LogGroup',
    plant: (properties) => {
      delete properties['RetentionInDays'];
    },
  },
];

describe('the rules notice a planted fault', () => {
  test.each(planted)('$fault', ({ rule, type, plant }) => {
    const copy = resourceGraph(structuredClone(templates));
    for (const { properties } of copy.ofType(type)) plant(properties);

    expect(rules[rule](copy)).not.toEqual([]);
  });
});
