interface Client {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Without the SDK's own log: for it, every request and every answer is copied and censored, even where nobody reads it.
 * @param client is changed and returned
 */
export function unlogged<Made extends Client>(client: Made): Made {
  client.middlewareStack.remove('loggerMiddleware');

  return client;
}
