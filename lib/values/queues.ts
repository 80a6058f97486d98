/** The queues of the service. Each has its own dead-letter queue. */
export const queueNames = [
  'ticks',
  'jobs',
  'sends',
  'deliveries',
  'slowlane',
  'releases',
  'suppressions',
  'syncs',
  'imports',
  'bulkjobs',
  'erasures',
  'fanouts',
] as const;

export type QueueName = (typeof queueNames)[number];

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
export const delaySecondsMax = 900;
