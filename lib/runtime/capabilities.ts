import type { QueueName } from '#lib/values/queues.ts';

/**
 * The capabilities that a contract may list in `needs`, except `<queue>:send`. Each one maps to one set of grants and one set
 * of environment variables, so permissions and configuration always match. `infra/constructs/capabilities.ts` grants the
 * permissions; `lib/runtime/config.ts` reads the variables.
 */
export const capabilityEnvironment = {
  /** BatchGetItem and Query on the indexes and on items, except credentials. */
  'table:read': ['TABLE_NAME'],
  /** As `table:read`, and PutItem, UpdateItem, DeleteItem, ConditionCheckItem, except on what can become a credential. */
  'table:write': ['TABLE_NAME'],
  /** UpdateItem on the rate windows of source addresses only. Public endpoints need no other access to the table. */
  'requests:count': ['TABLE_NAME'],
  /**
   * Reads the credentials of keys and users, and UpdateItem on rate windows. Every endpoint with `auth: 'credential'` or
   * `'session'` has it.
   */
  'callers:authenticate': ['TABLE_NAME'],
  /** BatchGetItem and UpdateItem on login records and sessions. */
  'sessions:open': ['TABLE_NAME'],
  /** Reads login records, which have the addresses and the password hashes of users. */
  'logins:read': ['TABLE_NAME'],
  /** Reads and writes the credentials and sessions of users, without login records. */
  'sessions:end': ['TABLE_NAME'],
  /** Reads login records and the credentials of users, and UpdateItem on both. */
  'passwords:reset': ['TABLE_NAME'],
  /** Reads and writes login records, the credentials and sessions of users, and the number of users. */
  'users:write': ['TABLE_NAME'],
  /** Reads and writes the credentials and the list of API keys. */
  'api-keys:write': ['TABLE_NAME'],
  /** ConditionCheckItem on the credentials of keys and users: whether a caller, or the creator of a token, still has the authority. */
  'authority:check': ['TABLE_NAME'],
  /** PutItem on the audit log, for public endpoints. Other endpoints have it with `table:write`. */
  'audit-log:write': ['TABLE_NAME'],
  /** Reads the registrations at OAuth providers, with their encrypted secrets. Only `secrets:seal` can decrypt these. */
  'oauth-clients:read': ['TABLE_NAME'],
  /** Reads and writes invitations, from which users result. */
  'invitations:write': ['TABLE_NAME'],
  /** Reads and writes what an open or a click changes: the contact with its executions and events, and the outbox. */
  'visits:record': ['TABLE_NAME'],
  /** As `visits:record`, and reads and writes addresses and the blocklist. */
  'visits:unsubscribe': ['TABLE_NAME'],
  /** GetQueueAttributes on the queue of emails. */
  'sends:count': ['SENDS_QUEUE_URL'],
  /** GetQueueAttributes on every dead-letter queue. */
  'dead-letters:count': ['DEAD_LETTER_QUEUE_URLS'],
  /** Create, update and delete the one-time schedules of campaigns, and pass the role that invokes their target. */
  'schedules:manage': ['SCHEDULE_GROUP_NAME', 'SCHEDULE_ROLE_ARN', 'SCHEDULE_TARGET_ARN'],
  /**
   * GenerateDataKey and Decrypt, with an encryption context, on the key that encrypts stored secrets. Reads the workspaces' data keys,
   * which it encrypts, and OAuth clients, and stores new data keys.
   */
  'secrets:seal': ['SECRETS_KEY_ARN'],
  /** Decrypt, with an encryption context, on the same key. Reads the workspaces' data keys. */
  'secrets:open': ['SECRETS_KEY_ARN'],
  /**
   * GenerateMac on the key that authenticates link tokens and Message-IDs. It cannot decrypt secrets, so public functions may
   * have it.
   */
  'tokens:sign': ['SIGNING_KEY_ARN'],
  /** PutObject, also in parts, and AbortMultipartUpload in the bucket of exports. */
  'exports:write': ['EXPORTS_BUCKET_NAME'],
  /** DeleteObject in the bucket of exports. */
  'exports:delete': ['EXPORTS_BUCKET_NAME'],
  /** GetObject in the bucket of exports, for signed URLs. */
  'exports:download': ['EXPORTS_BUCKET_NAME'],
  /**
   * No grants: connections to hosts that customers configure. `OUTBOUND_LOOPBACK` is `allow` only in the local stack. Lookups by
   * getaddrinfo, such as of AWS endpoints, use `UV_THREADPOOL_SIZE` threads. A hanging name server blocks one thread per lookup.
   */
  'network:outbound': ['OUTBOUND_LOOPBACK', 'UV_THREADPOOL_SIZE'],
  /** No grants: checks addresses that customers configure, without a connection. */
  'addresses:check': ['OUTBOUND_LOOPBACK'],
  /** No grants: the interval between attempts at a failing endpoint, and the response time from which an endpoint is slow. */
  'webhooks:pace': ['FAILING_ATTEMPT_SECONDS', 'SLOW_AFTER_MS'],
  /**
   * No grants: the base URL of the stage's links, without a trailing slash. Used to build links and to recognise the stage's
   * own host.
   */
  'links:make': ['LINKS_BASE_URL'],
} as const satisfies Record<string, readonly string[]>;

type FixedCapability = keyof typeof capabilityEnvironment;
export type Capability = FixedCapability | `${QueueName}:send`;

/** The variables of a capability. */
export function variablesOf(capability: Capability): readonly string[] {
  const fixed: Readonly<Record<string, readonly string[]>> = capabilityEnvironment;
  const [queue = ''] = capability.split(':');

  return fixed[capability] ?? [queueVariable(queue)];
}

/** The variable with the URL of a queue, the only one of the capability `<queue>:send`. */
export function queueVariable(queue: string): string {
  return `${queue.toUpperCase()}_QUEUE_URL`;
}

/**
 * The capabilities of endpoints. An endpoint's only effect is its transaction, which also records outgoing queue messages.
 * Queues and schedules belong to the workers' stack, which is deployed after the gateway's, so endpoints cannot use them.
 */
export type EndpointCapability = Exclude<
  Capability,
  `${string}:send` | 'sends:count' | 'dead-letters:count' | 'schedules:manage'
>;
