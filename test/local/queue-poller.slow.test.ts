import { availableParallelism } from 'node:os';
import { CreateQueueCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, onTestFinished, test } from 'vitest';
import { startSqs } from '../../infra/local/engines/sqs.ts';
import { threadsFor } from '../../infra/local/lambda/function-pool.ts';
import type { InvocationResult } from '../../infra/local/lambda/protocol.ts';
import type { Load } from '../../infra/local/sources/poller-group.ts';
import { startQueuePoller } from '../../infra/local/sources/queue-poller.ts';
import { credentials, region, stopAfterTest, temporaryFolder } from './engines/support.ts';
import { waitUntil } from './support/folder.ts';

/** Allows for a machine that is busy with other work. */
const growthMsMax = 20_000;

test.for([
  { concurrency: undefined, most: 8 },
  { concurrency: 12, most: 12 },
])(
  'a burst has at most $most concurrent batches with a concurrency of $concurrency',
  async ({ concurrency, most }) => {
    const { queue, work } = await startQueue(concurrency);
    await queue.send(30);

    await waitUntil(() => work.held() === most, growthMsMax);
    await waitUntil(() => work.release() === 30);

    expect(work.most()).toBe(most);
  },
);

test('while all processors are busy, a burst is processed by the two waiting pollers only', async () => {
  let asked = 0;
  const { queue, work } = await startQueue(12, { batchSize: 1, windowSeconds: 0 }, (own) => {
    asked += own === 2 ? 1 : 0;

    return { ofSource: own, all: availableParallelism() };
  });
  await waitUntil(() => queue.asking() === 2);
  await queue.send(12);

  await waitUntil(() => asked > 20);
  expect(work.most()).toBe(2);
  await waitUntil(() => work.release() === 12);
});

test('a function has at most forty threads, regardless of the mapping’s concurrency', () => {
  expect([undefined, 2, 40, 500].map(threadsFor)).toEqual([8, 2, 40, 40]);
});

test('two pollers wait while there is no work, before and after a burst', async () => {
  const { queue, work } = await startQueue(12);
  await waitUntil(() => queue.asking() === 2);
  await queue.send(12);
  await waitUntil(() => work.held() === 12, growthMsMax);

  await waitUntil(() => work.release() === 12);

  await waitUntil(() => queue.asking() > 2);
  await waitUntil(() => queue.asking() === 2);
});

test('a stopping poller finishes and deletes its batches and fetches no more', async () => {
  const { queue, work, poller } = await startQueue(3);
  await queue.send(5);
  await waitUntil(() => work.held() === 3);
  let isStopped = false;
  const stopping = poller.stop().then(() => {
    isStopped = true;
  });

  await waitUntil(() => work.release(2) === 2);
  expect(isStopped).toBe(false);
  work.release();
  await stopping;

  expect(work.release()).toBe(3);
  expect(await queue.remaining()).toBe(2);
});

test('a batch with a window collects messages for its duration, up to its size', async () => {
  const { queue, work } = await startQueue(2, { batchSize: 3, windowSeconds: 1 });
  await queue.send(1);
  await queue.send(4);
  await waitUntil(() => work.sizes().length === 2);
  work.release();

  const sizes = work.sizes();
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5);
});

test('whileRunning covers messages from receive to delete', async () => {
  const { queue, work, inHand } = await startQueue(1, { batchSize: 3, windowSeconds: 1 });
  await queue.send(1);
  const looks: number[] = [];
  await waitUntil(() => {
    if (queue.received() > 0) looks.push(inHand());

    return work.held() === 1;
  });
  expect(new Set(looks)).toEqual(new Set([1]));
  work.release();
  await waitUntil(() => inHand() === 0);

  expect(await queue.remaining()).toBe(0);
});

interface Batching {
  readonly batchSize: number;
  readonly windowSeconds: number;
}

/**
 * A poller on a queue of the real engine, with changes to its mapping. A batch has one message by default.
 */
async function startQueue(
  concurrency: number | undefined,
  batching: Batching = { batchSize: 1, windowSeconds: 0 },
  load: (held: number) => Load = () => ({ ofSource: 0, all: 0 }),
) {
  const queue = await createQueue();
  const work = createHeldFunction();
  let inHand = 0;
  const poller = startQueuePoller({
    client: queue.client,
    mapping: mappingOf(concurrency, batching),
    queueUrl: queue.url,
    region,
    invoke: work.invoke,
    load: () => load(work.held()),
    whileRunning: async (handle) => {
      inHand += 1;

      return handle().finally(() => {
        inHand -= 1;
      });
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(async () => {
    const stopped = poller.stop();
    work.release();
    await stopped;
  });

  return { queue, work, poller, inHand: () => inHand };
}

async function createQueue() {
  const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder() }));
  const client = new SQSClient({ endpoint: sqs.endpoint, region, credentials });
  onTestFinished(() => client.destroy());
  const { QueueUrl: url = '' } = await client.send(new CreateQueueCommand({ QueueName: 'jobs' }));
  let [asking, received] = [0, 0];
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const polls = commandName === 'ReceiveMessageCommand' ? 1 : 0;
        asking += polls;

        const answered = await next(args).finally(() => {
          asking -= polls;
        });
        if ('Messages' in answered.output) received += answered.output.Messages?.length ?? 0;

        return answered;
      },
    { step: 'initialize' },
  );

  return {
    client,
    url,
    /** Current number of receives that wait for messages. */
    asking: () => asking,
    received: () => received,
    async send(count: number) {
      for (let sent = 0; sent < count; sent += 10) {
        const size = Math.min(10, count - sent);
        const Entries = Array.from({ length: size }, (_, at) => ({ Id: String(at), MessageBody: 'job' }));
        await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
      }
    },
    async remaining() {
      const { jobs } = await sqs.queueDepths();

      return (jobs?.ready ?? 0) + (jobs?.inFlight ?? 0);
    },
  };
}

/** A function with invocations that last until they are released. */
function createHeldFunction() {
  const held: (() => void)[] = [];
  const sizes: number[] = [];
  let [most, done] = [0, 0];

  return {
    held: () => held.length,
    most: () => most,
    /** Sizes of the received batches. */
    sizes: () => sizes,
    invoke: async (event: unknown): Promise<InvocationResult> => {
      sizes.push((event as SQSEvent).Records.length);
      await new Promise<void>((resolve) => {
        held.push(resolve);
        most = Math.max(most, held.length);
      });

      return { kind: 'answer', payload: { batchItemFailures: [] } };
    },
    /** Ends the held invocations until `count` have ended. @returns the number that have ended */
    release(count = Number.POSITIVE_INFINITY): number {
      for (const end of held.splice(0, count - done)) {
        end();
        done += 1;
      }

      return done;
    },
  };
}

function mappingOf(concurrency: number | undefined, batching: Batching) {
  return {
    id: 'JobsMapping',
    sourceArn: 'arn:aws:sqs:eu-west-1:000000000000:jobs',
    functionName: 'FnWork',
    ...batching,
    concurrency,
    reportsItemFailures: true,
    patterns: [],
    startingPosition: 'TRIM_HORIZON',
    bisectsOnError: false,
    retriesMax: Number.POSITIVE_INFINITY,
    onFailureArn: undefined,
  } as const;
}
