/**
 * What a function may ask for in its contract's `needs`. Each word stands for exactly one set of grants and one
 * set of environment variables, so that permissions and configuration cannot drift apart.
 * `infra/constructs/capabilities.ts` turns a word into grants, `lib/runtime/config.ts` reads its variables.
 */
export const capabilityEnvironment = {
  /** GetItem, BatchGetItem, Query on the table and its indexes; UpdateItem on rate counters only (of keys, users and source addresses). */
  'table:read': ['TABLE_NAME'],
  /** The above and PutItem, UpdateItem, DeleteItem, ConditionCheckItem. */
  'table:write': ['TABLE_NAME'],
  /** UpdateItem on the rate counters of source addresses only: all that a public endpoint has to do with the table. */
  'requests:count': ['TABLE_NAME'],
  /** BatchGetItem and UpdateItem on what users log in with, and on their sessions. */
  'sessions:open': ['TABLE_NAME'],
  'ticks:send': ['TICKS_QUEUE_URL'],
  'sends:send': ['SENDS_QUEUE_URL'],
  'jobs:send': ['JOBS_QUEUE_URL'],
  'deliveries:send': ['DELIVERIES_QUEUE_URL'],
  'slowlane:send': ['SLOWLANE_QUEUE_URL'],
  'releases:send': ['RELEASES_QUEUE_URL'],
  'suppressions:send': ['SUPPRESSIONS_QUEUE_URL'],
  'syncs:send': ['SYNCS_QUEUE_URL'],
  'imports:send': ['IMPORTS_QUEUE_URL'],
  'fanouts:send': ['FANOUTS_QUEUE_URL'],
  /** GetQueueAttributes on every dead-letter queue. */
  'dead-letters:count': ['DEAD_LETTER_QUEUE_URLS'],
  /** Create, update and delete the one-time schedules of campaigns, and pass the role that wakes them. */
  'schedules:manage': ['SCHEDULE_GROUP_NAME', 'SCHEDULE_ROLE_ARN', 'SCHEDULE_TARGET_ARN'],
  /** The same of the recurring schedules that call for looks into inboxes. */
  'syncs:schedule': ['SYNC_SCHEDULE_GROUP_NAME', 'SYNC_SCHEDULE_ROLE_ARN', 'SYNC_SCHEDULE_TARGET_ARN'],
  /** GenerateDataKey and Decrypt, with an encryption context, on the key that seals stored secrets. */
  'secrets:seal': ['SECRETS_KEY_ARN'],
  /** GenerateMac on the key that authenticates link tokens and Message-IDs. It opens nothing: public functions may hold it. */
  'tokens:sign': ['SIGNING_KEY_ARN'],
  /**
   * Connections to addresses that customers chose; `OUTBOUND_LOOPBACK` is `allow` in the local stack only. Node looks names
   * up on as many threads as `UV_THREADPOOL_SIZE` says: a name server that hangs holds one, and must not hold them all.
   */
  'network:outbound': ['OUTBOUND_LOOPBACK', 'UV_THREADPOOL_SIZE'],
  /** No grants: judges addresses that customers chose, and connects to none. */
  'addresses:check': ['OUTBOUND_LOOPBACK'],
  /** No grants: how long a failing endpoint is left alone between two attempts, and after how long one is slow. */
  'webhooks:pace': ['FAILING_ATTEMPT_SECONDS', 'SLOW_AFTER_MS'],
  /** No grants: where the stage's links lead, without a slash at the end. Makes links, and tells the stage's own host. */
  'links:make': ['LINKS_BASE_URL'],
} as const satisfies Record<string, readonly string[]>;

export type Capability = keyof typeof capabilityEnvironment;

/**
 * What an endpoint may ask for. Its one effect is its transaction, and wake-up calls ride in there: queues and schedules
 * are for workers, in whose stack they are. That one is deployed after the gateway's, so endpoints cannot know them.
 */
export type EndpointCapability = Exclude<
  Capability,
  `${string}:send` | 'dead-letters:count' | 'schedules:manage' | 'syncs:schedule'
>;

export type EnvironmentName = (typeof capabilityEnvironment)[Capability][number];
