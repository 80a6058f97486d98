import { describe, expect, test } from 'vitest';
import type { StageSettings } from '../../../infra/stages.ts';
import { settingsOf, synthesiseStage } from '../synthesised.ts';
import { type Node, resourceGraph } from './resource-graph.ts';
import { rules } from './rules.ts';

const templatesOf = (stage: string, settings: StageSettings) => {
  const { data, api, workers } = synthesiseStage(stage, settings);

  return [data, api, workers].map((template) => template.toJSON());
};
const templates = templatesOf('prod', settingsOf('prod', { dashboard: true, concurrencyQuota: 1000 }));

test.each(Object.entries(rules))('the stage fulfils the rule %s', (_, rule) => {
  expect(rule(resourceGraph(templates))).toEqual([]);
});

test.each([
  ['in dev', 1000],
  ['in an account with a new account’s quota', 10],
])('queue consumers are not throttled %s', (_, concurrencyQuota) => {
  const settings = settingsOf('dev', { concurrencyQuota });
  const graph = resourceGraph(templatesOf('dev', settings));

  expect(rules.consumersAreNotThrottled(graph)).toEqual([]);
  expect(rules.consumersGiveBackAndKeepFailures(graph)).toEqual([]);
});

interface PlantedFault {
  readonly fault: string;
  readonly rule: keyof typeof rules;
  readonly type: string;
  readonly plant: (properties: Node['properties']) => void;
}

const plantedFaults: readonly PlantedFault[] = [
  {
    fault: 'the topic policy has only the TLS statement',
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
    fault: 'a log metric has another name',
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
    fault: 'a consumer retries whole batches',
    rule: 'consumersGiveBackAndKeepFailures',
    type: 'AWS::Lambda::EventSourceMapping',
    plant: (properties) => {
      delete properties['FunctionResponseTypes'];
    },
  },
  {
    fault: 'a visibility timeout is too short',
    rule: 'consumersGiveBackAndKeepFailures',
    type: 'AWS::SQS::Queue',
    plant: (properties) => {
      properties['VisibilityTimeout'] = 30;
    },
  },
  {
    fault: 'a queue consumer has no maximum concurrency',
    rule: 'consumersAreNotThrottled',
    type: 'AWS::Lambda::EventSourceMapping',
    plant: (properties) => {
      delete properties['ScalingConfig'];
    },
  },
  {
    fault: 'a queue consumer’s maximum concurrency is above its function’s',
    rule: 'consumersAreNotThrottled',
    type: 'AWS::Lambda::EventSourceMapping',
    plant: (properties) => {
      properties['ScalingConfig'] = { MaximumConcurrency: 1000 };
    },
  },
  {
    fault: 'a message becomes a dead letter after two receives',
    rule: 'consumersAreNotThrottled',
    type: 'AWS::SQS::Queue',
    plant: (properties) => {
      Object(properties['RedrivePolicy']).maxReceiveCount = 2;
    },
  },
  {
    fault: 'a query uses a metric that no function emits',
    rule: 'metricsAreEmitted',
    type: 'AWS::CloudWatch::Alarm',
    plant: (properties) => {
      const query = Object(properties['Metrics'] ?? []).find(({ Expression }: { Expression: unknown }) =>
        JSON.stringify(Expression)?.includes('SELECT'),
      );
      if (query) query.Expression = 'SELECT SUM(Renamed) FROM "AWS/DynamoDB"';
    },
  },
  {
    fault: 'the sweeper counts no dead-letter queue',
    rule: 'deadLettersAreCounted',
    type: 'AWS::Lambda::Function',
    plant: (properties) => {
      delete Object(properties['Environment']).Variables.DEAD_LETTER_QUEUE_URLS;
    },
  },
  {
    fault: 'crashes of a worker are not counted',
    rule: 'failuresAreCounted',
    type: 'AWS::CloudWatch::Alarm',
    plant: (properties) => {
      properties['Metrics'] = Object(properties['Metrics'] ?? []).filter(
        ({ Id }: { Id: string }) => Id !== 'errors',
      );
    },
  },
  {
    fault: 'the dashboard’s name lacks its region',
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

describe('the rules detect a planted fault', () => {
  test.each(plantedFaults)('$fault', ({ rule, type, plant }) => {
    const copy = resourceGraph(structuredClone(templates));
    for (const { properties } of copy.ofType(type)) plant(properties);

    expect(rules[rule](copy)).not.toEqual([]);
  });
});
