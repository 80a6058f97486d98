import { workers } from '#lib/operations.ts';

/** Default quota of concurrent executions of an account. A new account may have as few as 10. */
export const defaultQuota = 1000;

/** Lambda keeps as many unreserved. https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
export const unreservedMin = 100;

/**
 * Maximum number of concurrent instances per function, of the default quota. A production stage that states its quota reserves
 * them; the rest is for all other endpoints. A second such stage in the same account needs a higher quota.
 */
const concurrencyOf: Readonly<Record<string, number>> = {
  // Public endpoints, callable without a key from any address. A flood of requests must not block callers
  // with a key.
  'auth.accept-invitation': 3,
  'auth.login': 14, // 42 logins a second: each uses a processor for a third of a second.
  'auth.reset-password': 3,
  'docs.not-found': 5, // The gateway's limit for unknown paths is 100 requests a second.
  'health.get': 10,
  'tracking.click': 60, // The gateway's limit is 500 requests a second; at 100 ms each that is 50.
  'tracking.open': 50,
  'tracking.unsubscribe': 20,
  'tracking.unsubscribe-page': 10,

  // Endpoints that hold an instance for seconds (`slow` in their contracts): they must not use up the
  // instances of the others. A workspace has at most `2 × slow.inFlightPerWorkspace` requests in flight
  // (`lib/http/in-flight.ts`). That is at most half of the instances: 2 × 2 of 8, 2 × 4 of 16, 2 × 5 of 20 or 22.
  'blocklist.import': 8, // Writes up to 1,000 entries before it responds.
  'campaigns.start': 8, // A dry run of 5,000 recipients works for up to 20 s.
  'campaigns.test': 8, // Up to 20 s for the mail server.
  'connect.begin': 16, // Up to 10 s for the provider's metadata, once per instance.
  'connect.finish': 20, // Up to 25 s for the provider and both mail servers.
  'connect.smtp': 16, // Up to 21 s: 7 s to find the servers, 14 s to log in.
  'contacts.import': 22, // Writes up to 1,000 contacts before it responds.
  'webhooks.test': 16, // Up to 12 s for the webhook endpoint.
  // Imports and dry runs of agents. Each counts in flight for its own operation: 14 at most for a workspace.
  'mcp.call': 16,

  // Workers continue to process accepted work, regardless of the API's load.
  'events.fan-out': 10,
  'events.publish': 30, // One per shard of the table's stream; 30 process 30,000 writes a second.
  'campaigns.dispatch': 20,
  'emails.send': 132, // One message each: with three seconds per message, 44 messages a second.
  'exports.run': 5,
  'inbox.sync': 60, // Ten inboxes each: with 30 seconds per batch, 1,200 inboxes a minute.
  'jobs.run': 40, // Two imports and two bulk jobs of a workspace use four.
  'webhooks.deliver': 105,
  'webhooks.deliver-slowly': 40,

  // One run at a time: the next run processes what this run has missed.
  'email-accounts.check-health': 1,
  'maintenance.sweep': 1,
};

/** How a stage divides the account's concurrent executions between its functions. */
export interface Capacity {
  /** Concurrent executions that the stage may use. */
  readonly quota: number;
  /** By operation: reserved concurrency, which is also the maximum. The other functions share the rest. */
  readonly reserved: Readonly<Record<string, number>>;
  /** By operation: maximum number of batches of its queue that a consumer processes at the same time. */
  readonly queueConcurrency: Readonly<Record<string, number>>;
  /** Maximum receive count of a message. After the last failure it moves to the dead-letter queue. */
  readonly receivesMax: number;
}

/** Smallest and largest maximum concurrency that SQS accepts for an event source mapping. */
export const concurrencyMin = 2;
const concurrencyMax = 1000;

/** A receive counts even if its invocation was throttled. AWS recommends at least 5. */
const receivesDefault = 5;

/**
 * Used where consumers may be throttled, so that throttling does not turn healthy messages into dead letters.
 */
const receivesWhenThrottled = 20;

/**
 * Divides a quota between the functions of a stage, in proportion. A consumer never receives more batches than it may process,
 * because a throttled batch counts as a failed receive. Below the default quota nothing is reserved. If the consumers use at most
 * half of the quota together, other functions do not throttle them. With a very small quota they use more, because SQS requires
 * `concurrencyMin` for each.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
export function shareCapacity(quota: number, isReserving: boolean): Capacity {
  const share = quota / defaultQuota;
  const shareOf = (count: number) => Math.min(concurrencyMax, Math.floor(count * share));
  const consumers = workers.filter(({ definition }) => definition.trigger === 'queue');
  const queueConcurrency = Object.fromEntries(
    consumers.map(({ name }) => [
      name,
      Math.max(concurrencyMin, shareOf(concurrencyOf[name] ?? concurrencyMin)),
    ]),
  );
  const total = Object.values(queueConcurrency).reduce((sum, count) => sum + count, 0);

  return {
    quota,
    reserved: isReserving && share >= 1 ? reservationsOf(shareOf) : {},
    queueConcurrency,
    receivesMax: total <= quota / 2 ? receivesDefault : receivesWhenThrottled,
  };
}

/** A function that runs once at a time does so with every quota. */
function reservationsOf(shareOf: (count: number) => number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(concurrencyOf).map(([name, count]) => [name, count === 1 ? 1 : shareOf(count)]),
  );
}
