import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

interface DeadLetterQueueProps {
  /** Whose messages end here, as the runbook names it. */
  readonly of: string;
  readonly impact: string;
  readonly topic: ITopic;
}

/** Keeps what failed for as long as SQS can, and raises an alarm at the first message. */
export class DeadLetterQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { of, impact, topic }: DeadLetterQueueProps) {
    super(scope, id);

    this.queue = new Queue(this, 'Queue', {
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
    });

    new ImpactAlarm(this, 'NotEmpty', {
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        period: alarmPeriod,
        statistic: 'Maximum',
      }),
      breaches: 1,
      periods: 1,
      impact,
      runbookHeading: `${of} dead letters`,
      topic,
    });
  }
}

interface WorkQueueProps {
  readonly name: string;
  readonly consumerTimeoutSeconds: number;
  /** Of the consumer. */
  readonly impact: string;
  readonly topic: ITopic;
}

/** For an outage of the consumer. Half of the dead letters' time, which counts from the first sending too. */
const workRetention = Duration.days(7);

/** Tries per message; the last failure moves it to the dead letters. */
const receiveCountMax = 5;

/**
 * Lambda asks for a visibility time-out of six times the function's: it may hold a batch through its own retries.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
const visibilityFactor = 6;

/**
 * A message waits at most 15 minutes by its delay. One that is this old was not received, or failed again and again: a
 * consumer that is never invoked has no errors.
 */
const oldestSecondsMax = 1800;

/** A queue whose failures end in a dead-letter queue of its own, with an alarm for messages that nothing consumes. */
export class WorkQueue extends Construct {
  readonly queue: IQueue;
  readonly deadLetters: IQueue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);

    const deadLetters = new DeadLetterQueue(this, 'DeadLetters', {
      of: props.name,
      impact: props.impact,
      topic: props.topic,
    });

    this.deadLetters = deadLetters.queue;
    this.queue = new Queue(this, 'Queue', {
      retentionPeriod: workRetention,
      visibilityTimeout: Duration.seconds(props.consumerTimeoutSeconds * visibilityFactor),
      encryption: QueueEncryption.SQS_MANAGED,
      deadLetterQueue: { queue: deadLetters.queue, maxReceiveCount: receiveCountMax },
    });

    new ImpactAlarm(this, 'Behind', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: alarmPeriod, statistic: 'Maximum' }),
      threshold: oldestSecondsMax,
      breaches: 2,
      periods: 3,
      impact: props.impact,
      runbookHeading: 'A queue is behind',
      topic: props.topic,
    });
  }
}
