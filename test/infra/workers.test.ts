import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import {
  queues as definitions,
  type QueueDefinition,
  type QueueName,
  queueNames,
} from '#lib/values/queues.ts';
import { headingAnchor } from '../../infra/constructs/impact-alarm.ts';
import { serviceImpacts } from '../../infra/constructs/service-alarms.ts';
import { declaredMetrics } from '../../infra/declared-metrics.ts';
import { scheduleImpact } from '../../infra/workers-stack.ts';
import {
  countResources,
  operationOf,
  type Resource,
  render,
  resourcesOf,
  synthesiseStage,
} from './synthesised.ts';

const { service, workers: template } = synthesiseStage('prod');
const functions = resourcesOf(service, 'AWS::Lambda::Function');
const queues = resourcesOf(service, 'AWS::SQS::Queue');
const mappings = resourcesOf(service, 'AWS::Lambda::EventSourceMapping');
const alarms = resourcesOf(service, 'AWS::CloudWatch::Alarm');

const queueWorkers = workers.flatMap(({ name, definition }) =>
  definition.trigger === 'queue' ? [{ name, ...definition }] : [],
);

describe.each(queueWorkers)('The queue $queue', ({ name, queue, batchSize, timeoutSeconds = 30 }) => {
  const found = findQueue(`${queue}Queue`);
  const [mapping] = mappings.filter(({ properties }) => consumerOf(properties) === name);

  it('has a visibility timeout of six times its worker’s timeout, at most 20 minutes', () => {
    expect(findFunction(name).properties['Timeout']).toBe(timeoutSeconds);
    expect(found.properties['VisibilityTimeout']).toBe(Math.min(6 * timeoutSeconds, 1200));
  });

  it('keeps a message for a week, unless its work is requested again every minute', () => {
    const { retentionSeconds = 7 * 24 * 3600 }: QueueDefinition = definitions[queue];

    expect(found.properties['MessageRetentionPeriod']).toBe(retentionSeconds);
  });

  it('moves a message to its own dead-letter queue after five receives', () => {
    const Redrive = z.object({ deadLetterTargetArn: z.unknown(), maxReceiveCount: z.literal(5) });
    const { deadLetterTargetArn } = z.parse(Redrive, found.properties['RedrivePolicy']);

    expect(render(deadLetterTargetArn)).toBe(`<${queue}DeadLettersQueue.Arn>`);
  });

  it('passes batches of the declared size and retries only failed messages', () => {
    expect(mapping?.properties).toMatchObject({
      BatchSize: batchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(render(mapping?.properties['EventSourceArn'])).toBe(`<${queue}Queue.Arn>`);
  });
});

it('A deployment updates the consumers of queues before the functions that publish events and sweep', () => {
  const resources = Object.entries(template.toJSON()['Resources']);
  const idOf = (name: string) => findFunction(name).logicalId;
  const consumers = queueWorkers.map(({ name }) => idOf(name));
  for (const { name } of workers.filter(({ definition }) => definition.trigger !== 'queue')) {
    const [, resource] = resources.find(([id]) => id === idOf(name)) ?? [];
    expect(Object(resource).DependsOn).toEqual(expect.arrayContaining(consumers));
  }
});

it('There is a queue and a dead-letter queue for each name, and one for each stream', () => {
  const streams = workers.filter(({ definition }) => definition.trigger === 'stream');

  expect(queues).toHaveLength(2 * queueNames.length + streams.length);
});

it('Five more workers, each with a queue and two metrics, fit into the stack’s 500 resources', () => {
  // Function, role, log group, event source, filter and alarm; two queues with policies, and an alarm; filter and
  // alarm of each metric.
  const perWorker = 6 + 5 + 2 * 2;

  expect(countResources(template) + 5 * perWorker).toBeLessThan(450);
});

it('Every queue is encrypted and refuses connections without TLS', () => {
  const policies = resourcesOf(service, 'AWS::SQS::QueuePolicy').map(({ properties }) => properties);

  for (const { logicalId, properties } of queues) {
    expect(properties['SqsManagedSseEnabled']).toBe(true);
    const Queues = [{ Ref: logicalId }];
    expect(policies.filter((policy) => JSON.stringify(policy['Queues']) === JSON.stringify(Queues))).toEqual([
      {
        Queues,
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: 'sqs:*',
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
              // Each policy names its own queue, as the documentation of SQS does.
              Resource: { 'Fn::GetAtt': [logicalId, 'Arn'] },
            },
          ],
        },
      },
    ]);
  }
});

it('The sweeper gets the URL of one dead-letter queue and the names of the others, because variables have 4 KB together', () => {
  const { Variables } = Object(findFunction('maintenance.sweep').properties['Environment']);
  const entries = render(Variables.DEAD_LETTER_QUEUE_URLS).split(' ');
  const [, ...others] = entries.map((entry) => entry.split('=')[1]);

  expect(entries).toHaveLength(queueNames.length + 1);
  for (const name of others) expect(name).toMatch(/DeadLettersQueue\.QueueName>$/);
});

it('Dead letters are kept for 14 days', () => {
  const deadLetters = queues.filter(({ logicalId }) => logicalId.includes('DeadLetters'));

  expect(deadLetters).toHaveLength(queueNames.length + 1);
  for (const { properties } of deadLetters) {
    expect(properties['MessageRetentionPeriod']).toBe(14 * 24 * 3600);
  }
});

it('A stream worker gets inserts with its key prefix; failing records are bisected, retried and sent to the dead letters', () => {
  template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    BatchSize: 100,
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    FilterCriteria: {
      Filters: [
        {
          Pattern: Match.serializedJson({
            eventName: ['INSERT'],
            dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } },
          }),
        },
      ],
    },
    DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
  });
});

it('A scheduled worker runs at its rate, outside the campaigns’ schedule group, without retries', () => {
  template.hasResourceProperties('AWS::Scheduler::Schedule', {
    ScheduleExpression: 'rate(1 minute)',
    GroupName: Match.absent(),
    Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
  });
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 0 });
});

it('Recursive loops are allowed only for workers that send to their own queue', () => {
  const looping = functions
    .filter(({ properties }) => properties['RecursiveLoop'] === 'Allow')
    .map(operationOf);

  expect(looping.toSorted()).toEqual([
    // It sends its next message itself if that is due within a minute.
    'campaigns.dispatch',
    'emails.send',
    'jobs.run',
    'webhooks.deliver',
    // Its retries pass through the other queue and may return.
    'webhooks.deliver-slowly',
  ]);
});

it.each([...routedEndpoints, fallback, ...workers])(
  '$name has the settings of its contract and a log group',
  ({ name, definition }) => {
    const { properties } = findFunction(name);
    const LoggingConfig = z.object({ LogFormat: z.literal('JSON'), LogGroup: z.unknown() });

    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Description: definition.summary,
      MemorySize: definition.memoryMb ?? 512,
    });
    // All endpoints share a log group; each worker has its own.
    const logGroup =
      'responses' in definition ? 'EndpointLogs' : `${name.replaceAll(/[.-]/g, '')}OperationLogs`;
    expect(render(z.parse(LoggingConfig, properties['LoggingConfig']).LogGroup)).toBe(`<${logGroup}>`);
  },
);

it('Every endpoint times out before the gateway’s limit of 29 seconds', () => {
  for (const { name } of [...routedEndpoints, fallback]) {
    expect(findFunction(name).properties['Timeout']).toBeLessThan(29);
  }
});

const Queries = z.object({ Metrics: z.optional(z.array(z.object({ Expression: z.optional(z.unknown()) }))) });

const impacts: unknown[] = [
  ...Object.values(serviceImpacts),
  scheduleImpact,
  ...workers.map(({ definition }) => definition.impact),
  ...declaredMetrics().flatMap(({ alarm }) => alarm?.impact ?? []),
];

describe('Alarms', () => {
  const texts = alarms.map(({ properties }) => JSON.stringify(properties));
  const watching = (metric: string) => texts.filter((text) => text.includes(`"MetricName":"${metric}"`));

  it('are raised for dead letters of any queue, by one metric', () => {
    expect(watching('DeadLetters')).toHaveLength(1);
  });

  it('are raised for failures and for the trigger of every worker', () => {
    const scheduled = workers.filter(({ definition }) => definition.trigger === 'schedule');

    expect(watching('Errors')).toHaveLength(workers.length);
    const isLasting = (name: QueueName) => !('retentionSeconds' in definitions[name]);
    expect(watching('NumberOfMessagesReceived')).toHaveLength(queueNames.filter(isLasting).length);
    expect(watching('IteratorAge')).toHaveLength(1);
    expect(texts.filter((text) => text.includes('REPEAT'))).toHaveLength(scheduled.length);
  });

  it('use at most ten metrics each, and at most one query', () => {
    for (const { properties } of alarms) {
      const { Metrics = [] } = z.parse(Queries, properties);
      const queries = Metrics.filter(({ Expression }) => JSON.stringify(Expression)?.includes('SELECT'));

      expect(Metrics.length).toBeLessThanOrEqual(10);
      expect(queries.length).toBeLessThanOrEqual(1);
    }
  });

  it('use each metric only once', () => {
    const watched = alarms.map(({ properties: { Namespace, MetricName, Dimensions, Metrics, Statistic } }) =>
      JSON.stringify({ Namespace, MetricName, Dimensions, Metrics, Statistic }),
    );

    expect(watched.toSorted()).toEqual([...new Set(watched)].toSorted());
  });

  it.each(alarms)('$logicalId states its impact and links to the runbook', ({ properties }) => {
    const runbook = readFileSync(join(import.meta.dirname, '../../infra/RUNBOOK.md'), 'utf8');
    const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => headingAnchor(heading ?? ''));
    const [, impact, severity, anchor] =
      /^(.+)\. Severity: (page|ticket)\. What to do: infra\/RUNBOOK\.md#(.+)$/.exec(
        `${properties['AlarmDescription']}`,
      ) ?? [];

    expect(impacts).toContain(impact);
    expect(anchors).toContain(anchor);
    expect(properties['AlarmActions']).toHaveLength(1);
    expect(JSON.stringify(properties['AlarmActions'])).toContain(
      severity === 'page' ? 'AlarmsTopic' : 'AlarmsTickets',
    );
    expect(properties['OKActions']).toEqual(properties['AlarmActions']);
    expect(properties['TreatMissingData']).toBe(
      properties['ComparisonOperator'] === 'LessThanThreshold' ? 'ignore' : 'notBreaching',
    );
  });
});

function consumerOf(mapping: Resource['properties']): string {
  const id = render(mapping['FunctionName']).slice(1, -1);

  return functions.filter(({ logicalId }) => logicalId.startsWith(id)).map(operationOf)[0] ?? '';
}

function findQueue(prefix: string): Resource {
  return requireOne(queues.filter(({ logicalId }) => logicalId.startsWith(prefix)));
}

function findFunction(operation: string): Resource {
  return requireOne(functions.filter((lambda) => operationOf(lambda) === operation));
}

function requireOne(found: readonly Resource[]): Resource {
  const [one, ...others] = found;

  if (one === undefined || others.length > 0) {
    throw new Error(`Expected one resource, found ${found.length}.`);
  }

  return one;
}
