/** The queues of the service. Each comment says what one message requests. Each queue has its own dead-letter queue. */
export const queueNames = [
  /** The dispatch of a campaign. */
  'ticks',
  /** Enrolments and other changes of the recipients of a campaign. */
  'jobs',
  /** One email. */
  'sends',
  /** One attempt at a webhook delivery. */
  'deliveries',
  /** The same, to an endpoint that responds slowly. */
  'slowlane',
  /** The deliveries that were held for one webhook. */
  'releases',
  /** The contacts of a domain on the blocklist. */
  'suppressions',
  /** One read of an inbox. */
  'syncs',
  /** One part of a file with contacts. */
  'imports',
  /** One part of a bulk job or of an export. */
  'bulkjobs',
  /** The erasure of one contact. */
  'erasures',
  /** Events that have more deliveries than one invocation may create. */
  'fanouts',
] as const;

export type QueueName = (typeof queueNames)[number];

/**
 * Longest delay of a message in SQS:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
 */
export const delaySecondsMax = 900;
