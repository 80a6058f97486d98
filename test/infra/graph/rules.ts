import * as z from 'zod/mini';
import { consumersAreNotThrottled, consumersRetryAndKeepFailures } from './consumer-rules.ts';
import { deadLettersAreCounted, failuresAreCounted } from './failure-rules.ts';
import type { Node, ResourceGraph, Rule } from './resource-graph.ts';

const Actions = z._default(z.array(z.unknown()), []);
const Statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Principal: z.unknown(),
  Condition: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});
const Policy = z.object({
  Topics: z.array(z.unknown()),
  PolicyDocument: z.object({ Statement: z.array(Statement) }),
});

/**
 * A topic with its own policy loses the default policy, which lets the whole account publish.
 * https://repost.aws/knowledge-center/cloudwatch-receive-sns-for-alarm-trigger
 */
const alarmsReachTheirTopic: Rule = (graph) => {
  const policies = graph.ofType('AWS::SNS::TopicPolicy').map(({ properties }) => z.parse(Policy, properties));
  const admits = (topic: Node) =>
    policies
      .filter(({ Topics }) => Topics.some((each) => graph.target(each) === topic))
      .some(({ PolicyDocument }) => PolicyDocument.Statement.some(letsAlarmsPublish));

  return graph.ofType('AWS::CloudWatch::Alarm').flatMap(({ id, properties }) => {
    const actions = z.parse(Actions, properties['AlarmActions']);
    if (actions.length === 0) return [`${id} has no action`];

    return actions.flatMap((action) => {
      const topic = graph.target(action);
      if (topic?.type !== 'AWS::SNS::Topic') return [`${id} has an action that is not a topic`];

      return admits(topic) ? [] : [`${id} is not permitted to publish to ${topic.id}`];
    });
  });
};

function letsAlarmsPublish({ Effect, Action, Principal, Condition }: z.infer<typeof Statement>): boolean {
  const { Service } = Object(Principal);
  const account = Condition?.['StringEquals']?.['aws:SourceAccount'];

  return (
    Effect === 'Allow' &&
    [Action].flat().includes('sns:Publish') &&
    Service === 'cloudwatch.amazonaws.com' &&
    JSON.stringify(account) === '{"Ref":"AWS::AccountId"}'
  );
}

/**
 * Metrics of AWS services that alarms and the dashboard use, with the dimension that identifies the resource.
 */
const serviceMetrics: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  'AWS/SQS': [
    'ApproximateNumberOfMessagesVisible',
    'NumberOfMessagesReceived',
    'ApproximateAgeOfOldestMessage',
    'NumberOfMessagesDeleted',
  ],
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda': ['Errors', 'Invocations', 'IteratorAge', 'Throttles'],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB': [
    'ConsumedReadCapacityUnits',
    'ConsumedWriteCapacityUnits',
    'ReadThrottleEvents',
    'WriteThrottleEvents',
  ],
  // https://docs.aws.amazon.com/scheduler/latest/UserGuide/monitoring-cloudwatch.html
  'AWS/Scheduler': ['InvocationDroppedCount', 'TargetErrorCount'],
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html
  'AWS/ApiGateway': ['4XXError', '5XXError', 'Count', 'IntegrationLatency', 'Latency'],
};

const Filter = z.object({
  MetricTransformations: z.array(z.object({ MetricNamespace: z.string(), MetricName: z.string() })),
});

/** Missing data is not a breach, so an alarm on a metric without data is always silent. */
const metricsAreEmitted: Rule = (graph) => {
  const emitted = new Set(
    graph
      .ofType('AWS::Logs::MetricFilter')
      .flatMap(({ properties }) => z.parse(Filter, properties).MetricTransformations)
      .map(({ MetricNamespace, MetricName }) => `${MetricNamespace} ${MetricName}`),
  );
  const isEmitted = ({ namespace, name }: UsedMetric) =>
    serviceMetrics[namespace]?.includes(name) ?? emitted.has(`${namespace} ${name}`);

  return usedMetrics(graph).flatMap((metric) =>
    isEmitted(metric)
      ? []
      : [`${metric.by} uses ${metric.namespace} ${metric.name}, which no service or function emits`],
  );
};

interface UsedMetric {
  readonly by: string;
  readonly namespace: string;
  readonly name: string;
}

const SingleMetric = z.object({ Namespace: z.string(), MetricName: z.string() });
const MetricQueries = z.object({
  Metrics: z.array(
    z.object({
      MetricStat: z.optional(z.object({ Metric: SingleMetric })),
      Expression: z.optional(z.unknown()),
    }),
  ),
});

/** The metric of a Metrics Insights query. The resource's name in it makes the query an `Fn::Join`. */
function selectedMetric(expression: unknown): z.infer<typeof SingleMetric>[] {
  const text = (JSON.stringify(expression) ?? '').replaceAll('\\"', '"');
  const [, MetricName, Namespace] = /SELECT \w+\((\w+)\) FROM (?:SCHEMA\()?"([\w/-]+)"/.exec(text) ?? [];

  return MetricName && Namespace ? [{ MetricName, Namespace }] : [];
}

function usedMetrics(graph: ResourceGraph): UsedMetric[] {
  const byAlarms = graph.ofType('AWS::CloudWatch::Alarm').flatMap(({ id, properties }) => {
    const single = SingleMetric.safeParse(properties).data;
    const queries = MetricQueries.safeParse(properties).data?.Metrics ?? [];
    const all = [
      ...(single ? [single] : []),
      ...queries.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
      ...queries.flatMap(({ Expression }) => selectedMetric(Expression)),
    ];

    return all.map(({ Namespace, MetricName }) => ({ by: id, namespace: Namespace, name: MetricName }));
  });
  const byDashboards = graph.ofType('AWS::CloudWatch::Dashboard').flatMap(({ id, properties }) => {
    const body = JSON.stringify(properties['DashboardBody']).replaceAll('\\"', '"');

    return [...body.matchAll(/\["((?:AWS\/|outreach)[\w/-]+)","(\w+)"/g)].map(
      ([, namespace = '', name = '']) => ({ by: id, namespace, name }),
    );
  });

  return [...byAlarms, ...byDashboards];
}

/** A dashboard's name must be unique in an account, across all regions. */
const globalNamesSayStageAndRegion: Rule = (graph) =>
  graph.ofType('AWS::CloudWatch::Dashboard').flatMap(({ id, properties }) => {
    const name = JSON.stringify(properties['DashboardName']);

    return name.includes('outreach-prod') && name.includes('{"Ref":"AWS::Region"}')
      ? []
      : [`${id} has a name that is not unique across regions`];
  });

const logGroupsExpire: Rule = (graph) => [
  ...graph
    .ofType('AWS::Logs::LogGroup')
    .filter(({ properties }) => !(Number(properties['RetentionInDays']) > 0))
    .map(({ id }) => `${id} never expires`),
  ...graph
    .ofType('AWS::Lambda::Function')
    .filter(({ properties }) => !graph.target(Object(properties['LoggingConfig']).LogGroup))
    .map(({ id }) => `${id} logs to Lambda’s default group, which never expires`),
];

export const rules = {
  alarmsReachTheirTopic,
  metricsAreEmitted,
  consumersGiveBackAndKeepFailures: consumersRetryAndKeepFailures,
  consumersAreNotThrottled,
  deadLettersAreCounted,
  failuresAreCounted,
  globalNamesSayStageAndRegion,
  logGroupsExpire,
};
