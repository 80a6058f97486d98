import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlarmTopics } from './alarm-topics.ts';
import { alarmPeriod, ImpactAlarm, lasting } from './impact-alarm.ts';

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
      enforceSSL: true,
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
  readonly topics: AlarmTopics;
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

/** Seconds that a message waits at the current rate of the consumer. */
const waitSecondsMax = 1800;

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
      enforceSSL: true,
      deadLetterQueue: { queue: deadLetters.queue, maxReceiveCount: props.receivesMax },
    });

    // Work that is requested again every minute has an alarm for its oldest item instead.
    if (retentionSeconds !== undefined) return;
    new ImpactAlarm(this, 'Behind', {
      ...lasting,
      metric: waitOf(this.queue),
      threshold: waitSecondsMax,
      impact: props.impact,
      runbookHeading: 'A queue is behind',
      topics: props.topics,
    });
  }
}

/**
 * The seconds that the messages of a queue wait: their number, divided by the rate at which the consumer receives them. A consumer
 * that receives nothing, although messages wait all the time, has stopped; this would be visible in the age of the oldest message
 * only later, because a delay of 15 minutes counts as age.
 */
function waitOf(queue: IQueue): MathExpression {
  const seconds = alarmPeriod.toSeconds();

  return new MathExpression({
    expression: `IF(FILL(received, 0) > 0, ${seconds} * waiting / FILL(received, 1), IF(waiting > 0, ${waitSecondsMax}, 0))`,
    usingMetrics: {
      waiting: queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Minimum' }),
      received: queue.metricNumberOfMessagesReceived({ statistic: 'Sum' }),
    },
    period: alarmPeriod,
    label: 'Seconds that messages wait',
  });
}
