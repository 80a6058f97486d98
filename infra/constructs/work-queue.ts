import { Duration } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue, QueueEncryption, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

/**
 * Keeps failed messages for the maximum retention of SQS. The sweeper counts them; its metric `DeadLetters` has an alarm.
 */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    this.queue = new Queue(this, 'Queue', {
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
    });
  }
}

interface WorkQueueProps {
  readonly consumerTimeoutSeconds: number;
  /** Maximum receive count of a message. After the last failure it moves to the dead-letter queue. */
  readonly receivesMax: number;
  /** How long an unread message is kept. Default: 7 days. */
  readonly retentionSeconds?: number | undefined;
  /** Impact of a consumer that has stopped. */
  readonly impact: string;
  readonly topic: ITopic;
}

/** Covers an outage of the consumer. Half of the dead letters' retention, which also counts from the first send. */
const workRetention = Duration.days(7);

/**
 * AWS recommends a visibility timeout of six times the function's timeout, because Lambda may retry a batch
 * while it is invisible. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
const visibilityFactor = 6;

/** Seconds. Longer than the maximum timeout of a function, and short enough that a message of a crashed worker is repeated soon. */
const visibilitySecondsMax = 1200;

/**
 * Seconds. A delay is at most 15 minutes, so an older message was not received or failed repeatedly. Needed
 * because a consumer that is never invoked reports no errors.
 */
const messageAgeSecondsMax = 1800;

/** A queue with its own dead-letter queue, and an alarm for messages that are not consumed. */
export class WorkQueue extends Construct {
  readonly queue: IQueue;
  readonly deadLetters: IQueue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);

    const { retentionSeconds } = props;
    const deadLetters = new DeadLetterQueue(this, 'DeadLetters');

    this.deadLetters = deadLetters.queue;
    this.queue = new Queue(this, 'Queue', {
      retentionPeriod: retentionSeconds === undefined ? workRetention : Duration.seconds(retentionSeconds),
      visibilityTimeout: Duration.seconds(
        Math.min(props.consumerTimeoutSeconds * visibilityFactor, visibilitySecondsMax),
      ),
      encryption: QueueEncryption.SQS_MANAGED,
      deadLetterQueue: { queue: deadLetters.queue, maxReceiveCount: props.receivesMax },
    });

    // Work that is requested again every minute has an alarm for its oldest item instead.
    if (retentionSeconds !== undefined) return;
    new ImpactAlarm(this, 'Behind', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: alarmPeriod, statistic: 'Maximum' }),
      threshold: messageAgeSecondsMax,
      breaches: 2,
      periods: 3,
      impact: props.impact,
      runbookHeading: 'A queue is behind',
      topic: props.topic,
    });
  }
}

/**
 * Makes every queue in a scope refuse connections without TLS. All queues share one policy, because a stack
 * can have at most 500 resources. In a queue policy, `*` is the queue that the policy is attached to.
 */
export function requireTls(scope: Construct): void {
  const queues = scope.node.findAll().filter((construct) => construct instanceof Queue);
  const { document } = new QueuePolicy(scope, 'TlsOnlyQueues', { queues });

  document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: ['*'],
      conditions: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  );
}
