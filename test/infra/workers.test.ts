import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints, workers } from '#lib/operations.ts';
import { queueNames } from '#lib/values/queues.ts';
import { headingAnchor } from '../../infra/constructs/impact-alarm.ts';
import { serviceImpacts } from '../../infra/constructs/service-alarms.ts';
import { declaredMetrics } from '../../infra/declared-metrics.ts';
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

  it('keeps a message hidden for six times as long as its worker may take', () => {
    expect(findFunction(name).properties['Timeout']).toBe(timeoutSeconds);
    expect(found.properties['VisibilityTimeout']).toBe(6 * timeoutSeconds);
  });

  it('keeps a message for a week when its worker is away', () => {
    expect(found.properties['MessageRetentionPeriod']).toBe(7 * 24 * 3600);
  });

  it('moves a message to dead letters of its own after five tries', () => {
    const Redrive = z.object({ deadLetterTargetArn: z.unknown(), maxReceiveCount: z.literal(5) });
    const { deadLetterTargetArn } = z.parse(Redrive, found.properties['RedrivePolicy']);

    expect(render(deadLetterTargetArn)).toBe(`<${queue}DeadLettersQueue.Arn>`);
  });

  it('gives its worker batches of the asked size and takes back only what failed', () => {
    expect(mapping?.properties).toMatchObject({
      BatchSize: batchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(render(mapping?.properties['EventSourceArn'])).toBe(`<${queue}Queue.Arn>`);
  });
});

it('There is a queue and a dead-letter queue for each name, and one for each stream', () => {
  const streams = workers.filter(({ definition }) => definition.trigger === 'stream');

  expect(queues).toHaveLength(2 * queueNames.length + streams.length);
});

it('There is room for 5 more workers, each with a queue and two metrics, under the 500 resources that one stack may have', () => {
  // Function, role, log group, event source, filter and alarm; queue, dead letters and two alarms; filter and alarm of each metric.
  const perWorker = 6 + 4 + 2 * 2;

  expect(countResources(template) + 5 * perWorker).toBeLessThan(450);
});

it('Every queue is encrypted and refuses connections without TLS', () => {
  const policies = resourcesOf(service, 'AWS::SQS::QueuePolicy').map((policy) =>
    JSON.stringify(policy.properties),
  );

  for (const { logicalId, properties } of queues) {
    expect(properties['SqsManagedSseEnabled']).toBe(true);
    expect(policies.filter((policy) => policy.includes(`"${logicalId}"`))).toEqual([
      expect.stringContaining('"aws:SecureTransport":"false"'),
    ]);
  }
});

it('Dead letters are kept for 14 days', () => {
  const deadLetters = queues.filter(({ logicalId }) => logicalId.includes('DeadLetters'));

  expect(deadLetters).toHaveLength(queueNames.length + 1);
  for (const { properties } of deadLetters) {
    expect(properties['MessageRetentionPeriod']).toBe(14 * 24 * 3600);
  }
});

it('A stream worker gets inserts under its prefix; what keeps failing is isolated, bounded and kept', () => {
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

it('A scheduled worker runs at its rate, outside the group that campaigns may manage, and is never repeated', () => {
  template.hasResourceProperties('AWS::Scheduler::Schedule', {
    ScheduleExpression: 'rate(1 minute)',
    GroupName: Match.absent(),
    Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
  });
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 0 });
});

it('Only a worker whose messages come back to its own queue may loop; Lambda stops the others', () => {
  const looping = functions
    .filter(({ properties }) => properties['RecursiveLoop'] === 'Allow')
    .map(operationOf);

  expect(looping.toSorted()).toEqual([
    'blocklist.apply',
    // It queues its own next message when that is due within a minute.
    'campaigns.dispatch',
    'contacts.run-import',
    'emails.send',
    'webhooks.deliver',
    // Its retries go through the other lane, and may come back.
    'webhooks.deliver-slowly',
    'webhooks.release',
  ]);
});

it.each([...endpoints, ...workers])(
  '$name runs as its contract says, and logs where operators look',
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

it('Every endpoint is stopped before the gateway gives up on it after 29 seconds', () => {
  for (const { name } of endpoints) {
    expect(findFunction(name).properties['Timeout']).toBeLessThan(29);
  }
});

const Queries = z.object({ Metrics: z.optional(z.array(z.object({ Expression: z.unknown() }))) });

const impacts: unknown[] = [
  ...Object.values(serviceImpacts),
  ...workers.map(({ definition }) => definition.impact),
  ...declaredMetrics().flatMap(({ alarm }) => alarm?.impact ?? []),
];

describe('Alarms', () => {
  const texts = alarms.map(({ properties }) => JSON.stringify(properties));
  const watching = (metric: string) => texts.filter((text) => text.includes(`"MetricName":"${metric}"`));

  it('ring for dead letters of any queue and for any worker that fails, by one metric each', () => {
    for (const metric of ['DeadLetters', 'WorkersFail']) expect(watching(metric)).toHaveLength(1);
  });

  it('ring when the oldest message of a queue is half an hour old', () => {
    expect(watching('ApproximateAgeOfOldestMessage')).toHaveLength(queueNames.length);
    for (const text of watching('ApproximateAgeOfOldestMessage')) expect(text).toContain('"Threshold":1800');
  });

  it('ring when a scheduled function was not invoked for 15 minutes', () => {
    const scheduled = workers.filter(({ definition }) => definition.trigger === 'schedule');

    expect(watching('Invocations')).toHaveLength(scheduled.length);
    for (const text of watching('Invocations')) {
      expect(JSON.parse(text)).toMatchObject({
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        EvaluationPeriods: 3,
        TreatMissingData: 'breaching',
      });
    }
  });

  it('ring for errors and latency of all requests, and for a stream that is behind', () => {
    for (const metric of ['5XXError', 'Latency', 'IteratorAge']) expect(watching(metric)).toHaveLength(1);
  });

  it('ring for throttles of the table and of all its indexes', () => {
    const queries = alarms.flatMap(({ properties }) => {
      const { Metrics = [] } = z.parse(Queries, properties);

      return Metrics.map(({ Expression }) => render(Expression));
    });

    expect(queries.map((query) => query.replace(/'.*'/, "'…'"))).toEqual(
      ['Read', 'Write'].map(
        (kind) => `SELECT SUM(${kind}ThrottleEvents) FROM "AWS/DynamoDB" WHERE TableName = '…'`,
      ),
    );
  });

  it('watch each metric only once', () => {
    const watched = alarms.map(({ properties: { Namespace, MetricName, Dimensions, Metrics, Statistic } }) =>
      JSON.stringify({ Namespace, MetricName, Dimensions, Metrics, Statistic }),
    );

    expect(watched.toSorted()).toEqual([...new Set(watched)].toSorted());
  });

  it.each(alarms)('$logicalId says who is hurt and what to do', ({ properties }) => {
    const runbook = readFileSync(join(import.meta.dirname, '../../infra/RUNBOOK.md'), 'utf8');
    const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading]) => headingAnchor(heading ?? ''));
    const [impact, anchor] = `${properties['AlarmDescription']}`.split('. What to do: infra/RUNBOOK.md#');

    expect(impacts).toContain(impact);
    expect(anchors).toContain(anchor);
    expect(properties['AlarmActions']).toHaveLength(1);
    expect(properties['TreatMissingData']).toBe(
      properties['ComparisonOperator'] === 'LessThanThreshold' ? 'breaching' : 'notBreaching',
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
