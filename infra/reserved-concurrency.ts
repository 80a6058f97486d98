import { workers } from '#lib/operations.ts';

/** What an account has unless it asked for more. A new account may have as few as 10. */
export const usualQuota = 1000;

/**
 * How many instances of a function there may be at once in an account with the usual quota. In `prod` as many are reserved:
 * 750, so 250 stay for all other endpoints, and Lambda insists on 100 of these. A second stage like it in the same account
 * needs a higher quota. https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const instances: Readonly<Record<string, number>> = {
  // Anybody may call these, from as many addresses as he has; a flood of them must not shut out who has a key.
  'auth.login': 20, // 60 logins a second: each keeps a processor for a third of one.
  'docs.openapi': 10,
  'docs.page': 10,
  'health.get': 10,
  'tracking.click': 60, // The gateway lets 500 a second through; at 100 ms each that is 50.
  'tracking.open': 50,
  'tracking.unsubscribe': 20,
  'tracking.unsubscribe-page': 10,

  // Endpoints that hold an instance for seconds (`slow` in their contracts): they must not occupy the instances of the others. A
  // workspace has at most twice `slow.inFlightPerWorkspace` requests in flight (`lib/http/in-flight.ts`), which is half of the
  // instances or less: 2 × 4 of 16, 2 × 5 of 20 or 30.
  'connect.begin': 16, // Up to 10 s for the provider's metadata, once for each instance.
  'connect.finish': 20, // Up to 25 s for the provider and both mail servers.
  'connect.smtp': 16, // Up to 21 s: 7 s to find the servers, 14 s to log in.
  'contacts.import': 30, // Writes up to 1,000 contacts before it responds.
  'webhooks.test': 20, // Up to 12 s for the subscriber's endpoint.

  // What was accepted goes on, however many call the API.
  'activity.fan-out': 10,
  'activity.publish': 30, // One for each shard of the table's stream; 30 take 30,000 writes a second.
  'blocklist.apply': 10,
  'campaigns.dispatch': 20,
  'campaigns.run-job': 10,
  'contacts.run-import': 10,
  'emails.send': 150, // One message each: at three seconds for a mail server, 50 messages a second.
  'inbox.sync': 60, // One inbox each: at three seconds an inbox, 2,400 of them every two minutes.
  'webhooks.deliver': 100,
  'webhooks.deliver-slowly': 50,
  'webhooks.release': 5,

  // One run at a time: the next one finds what this one has not.
  'dashboard.fold': 1,
  'email-accounts.check-health': 1,
  'maintenance.sweep': 1,
};

/** How a stage shares the concurrent executions of its account. */
export interface Capacity {
  /** By operation, how many instances it may have at once and always can have. The others share the rest. */
  readonly reserved: Readonly<Record<string, number>>;
  /** By operation, how many batches of its queue a consumer works on at once. */
  readonly queueConcurrency: Readonly<Record<string, number>>;
  /** Receives of a message; the last failure moves it to the dead letters. */
  readonly receivesMax: number;
}

/** The smallest maximum that SQS takes for an event source. */
export const concurrencyMin = 2;

/** A receive whose invocation was throttled counts. AWS asks for 5 at least. */
const receivesUsual = 5;
/** Where consumers may be throttled: a message that is healthy must not become a dead letter for it. */
const receivesIfThrottled = 20;

/**
 * A consumer never reads more than it may run: what is read and throttled comes back as a failed receive. Below the usual
 * quota nothing is reserved, and the consumers share it in proportion; as long as they need less than half of it together,
 * other functions do not throttle them either.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
export function shareCapacity(quota: number, isReserving: boolean): Capacity {
  const share = Math.min(1, quota / usualQuota);
  const consumers = workers.filter(({ definition }) => definition.trigger === 'queue');
  const queueConcurrency = Object.fromEntries(
    consumers.map(({ name }) => [
      name,
      Math.max(concurrencyMin, Math.floor((instances[name] ?? concurrencyMin) * share)),
    ]),
  );
  const total = Object.values(queueConcurrency).reduce((sum, count) => sum + count, 0);

  return {
    reserved: isReserving && share === 1 ? instances : {},
    queueConcurrency,
    receivesMax: total <= quota / 2 ? receivesUsual : receivesIfThrottled,
  };
}
