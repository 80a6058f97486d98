interface Client {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Settings of every AWS client. By default the SDK waits for a response without a limit, so a lost connection would block a
 * function until the function's own time-out. A call that times out is retried like a failed one. An endpoint's 25 s leave
 * time for at least one retry.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 3000, requestTimeout: 6000, throwOnRequestTimeout: true },
} as const;

/**
 * Removes the SDK's log middleware: it copies and redacts every request and response, even if no logger is set.
 * @param client is changed and returned
 */
export function unlogged<Made extends Client>(client: Made): Made {
  client.middlewareStack.remove('loggerMiddleware');

  return client;
}
