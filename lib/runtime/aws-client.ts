interface Client {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Settings that every client of an AWS service is made with. By default the SDK waits for an answer without a limit, so one
 * lost connection would hold a function until its own time-out. A call that times out is repeated like one that failed:
 * within an endpoint's 25 s there is time for at least one more try.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true },
} as const;

/**
 * Without the SDK's own log: for it, every request and every answer is copied and censored, even where nobody reads it.
 * @param client is changed and returned
 */
export function unlogged<Made extends Client>(client: Made): Made {
  client.middlewareStack.remove('loggerMiddleware');

  return client;
}
