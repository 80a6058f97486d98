import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The result of an invocation: the handler's return value or its error. */
export interface Outcome {
  readonly kind: 'response' | 'error';
  readonly body: string;
}

interface RuntimeApi {
  /** Host and port, for `AWS_LAMBDA_RUNTIME_API`. */
  readonly address: string;
  /** Passes an event to the function when it requests the next one. @throws when the function cannot start */
  invoke(event: unknown): Promise<Outcome>;
  /** Resolves when the function requests its next event: Lambda freezes it then. */
  untilIdle(): Promise<void>;
  close(): void;
}

const invocationMs = 30_000;

/**
 * The runtime API that Lambda provides for one instance.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export async function openRuntimeApi(functionName: string): Promise<RuntimeApi> {
  let waiting = Promise.withResolvers<ServerResponse>();
  let outcome = Promise.withResolvers<Outcome>();
  const server = createServer(async (request, response) => {
    const [, kind] =
      /\/runtime\/(?:invocation\/)?.*?(next|response|init\/error|error)$/.exec(request.url ?? '') ?? [];
    if (kind === 'next') return waiting.resolve(response);
    const body = await text(request);
    response.writeHead(202).end();
    if (kind === 'response' || kind === 'error') outcome.resolve({ kind, body });
    else outcome.reject(new Error(`${functionName} does not start: ${body}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let count = 0;

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async invoke(event) {
      const response = await Promise.race([waiting.promise, outcome.promise]);
      if (!('writeHead' in response)) throw new Error(`${functionName} responded without an event`);
      waiting = Promise.withResolvers();
      outcome = Promise.withResolvers();
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
        'Lambda-Runtime-Deadline-Ms': String(Date.now() + invocationMs),
        'Lambda-Runtime-Invoked-Function-Arn': `arn:aws:lambda:eu-central-1:000000000000:function:${functionName}`,
        'Lambda-Runtime-Trace-Id':
          'Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0',
      });
      response.end(JSON.stringify(event));

      return outcome.promise;
    },
    untilIdle: async () => void (await waiting.promise),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
