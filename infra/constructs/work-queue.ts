import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { alarmPeriod, ImpactAlarm } from './impact-alarm.ts';

/** Keeps failed messages for as long as SQS can. The sweeper counts them, and its metric `DeadLetters` has an alarm. */
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
  /** Receives of a message; the last failure moves it to the dead letters. */
  readonly receivesMax: number;
  /** Of the consumer. */
  readonly impact: string;
  readonly topic: ITopic;
}

/** For an outage of the consumer. Half of the dead letters' time, which counts from the first sending too. */
const workRetention = Duration.days(7);

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

    const deadLetters = new DeadLetterQueue(this, 'DeadLetters');

    this.deadLetters = deadLetters.queue;
    this.queue = new Queue(this, 'Queue', {
      retentionPeriod: workRetention,
      visibilityTimeout: Duration.seconds(props.consumerTimeoutSeconds * visibilityFactor),
      encryption: QueueEncryption.SQS_MANAGED,
      deadLetterQueue: { queue: deadLetters.queue, maxReceiveCount: props.receivesMax },
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
