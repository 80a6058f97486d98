interface Client {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * The idle connections of a frozen instance may be closed: https://docs.aws.amazon.com/lambda/latest/dg/best-practices.html.
 * After the freeze, the first call on each of them fails and is retried. The SDK can retry at most 35 calls at the same time,
 * because its quota has 500 tokens and a retry takes 14. So a client has fewer connections than that.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
const connections = { maxSockets: 30 };

/**
 * Settings of every AWS client. By default the SDK waits for a response without a limit, so a lost connection would block a
 * function until the function's own timeout. A call that times out is retried like a failed one. The timeout of an endpoint,
 * 25 s, leaves time for at least one retry. Times are in milliseconds.
 */
export const clientSettings = {
  maxAttempts: 4,
  requestHandler: {
    connectionTimeout: 3000,
    requestTimeout: 6000,
    throwOnRequestTimeout: true,
    httpAgent: connections,
    httpsAgent: connections,
  },
} as const;

/**
 * Removes the SDK's log middleware: it copies and redacts every request and response, even if no logger is set.
 * @param client is changed and returned
 */
export function withoutSdkLog<Made extends Client>(client: Made): Made {
  client.middlewareStack.remove('loggerMiddleware');

  return client;
}
