import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { chunksOf } from '#lib/values/chunks.ts';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { EventSourceModel } from '../template/event-sources.ts';
import { openCheckpoints } from './checkpoints.ts';
import { matchesPattern } from './event-pattern.ts';
import type { Poller } from './poller-group.ts';
import { type BatchOptions, type DiscardedBatch, processBatch } from './stream-batch.ts';
import { type StreamRecord, toStreamRecord } from './stream-record.ts';

export interface StreamPollerOptions {
  readonly client: DynamoDBStreamsClient;
  readonly mapping: BatchOptions['mapping'] &
    Pick<EventSourceModel, 'patterns' | 'batchSize' | 'startingPosition'>;
  readonly streamArn: string;
  readonly region: string;
  /** Default: positions are not saved. */
  readonly checkpointFile?: string | undefined;
  readonly invoke: (event: unknown) => Promise<InvocationResult>;
  /** Sends a batch that failed too often to the mapping's on-failure destination. */
  readonly discard: (shardId: string, batch: DiscardedBatch) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface RunningPoller extends StreamPollerOptions {
  readonly checkpoints: ReturnType<typeof openCheckpoints>;
  readonly stopped: AbortSignal;
}

/** Minimum interval between reads of a shard. This interval is the greater part of the delay between a change and its event. */
const readEveryMs = 40;
/** Maximum per read, so that converting the records does not block this thread for long. */
const recordsMax = 200;
/** Pause after an error. */
const retryMs = 500;
/** Interval of checks for new shards. */
const newShardsMs = 5_000;

/**
 * Passes the changes of a table to a function, each shard in order, from the last saved position. The
 * position advances after the function has processed a batch: a kill repeats batches and loses none.
 */
export function startStreamPoller(options: StreamPollerOptions): Poller {
  const stopping = new AbortController();
  const checkpoints = openCheckpoints(options.checkpointFile, options.streamArn);
  const running = followStream({ ...options, checkpoints, stopped: stopping.signal });

  return {
    stop: async () => {
      stopping.abort();
      await running;
      checkpoints.close();
    },
  };
}

async function followStream(run: RunningPoller): Promise<void> {
  const followed = new Map<string, { isDone: boolean; finished: Promise<void> }>();

  while (!run.stopped.aborted) {
    const shards = await listShards(run).catch((error: unknown) => {
      run.onError(error);

      return [];
    });
    for (const { ShardId: shardId, ParentShardId: parentId } of shards) {
      // A child shard continues its parent. It may start only after the parent has been read to its end.
      const parent = shards.some((shard) => shard.ShardId === parentId)
        ? followed.get(parentId ?? '')
        : undefined;
      if (shardId === undefined || followed.has(shardId) || parent?.isDone === false) continue;
      const state = { isDone: false, finished: Promise.resolve() };
      state.finished = followShard(run, shardId).then(() => {
        state.isDone = true;
      });
      followed.set(shardId, state);
    }
    await pauseUnlessStopped(newShardsMs, run.stopped);
  }
  await Promise.all([...followed.values()].map(({ finished }) => finished));
}

async function listShards({ client, streamArn }: RunningPoller): Promise<Shard[]> {
  const shards: Shard[] = [];
  let after: string | undefined;

  do {
    const { StreamDescription: page } = await client.send(
      new DescribeStreamCommand({
        StreamArn: streamArn,
        ...(after !== undefined && { ExclusiveStartShardId: after }),
      }),
    );
    shards.push(...(page?.Shards ?? []));
    after = page?.LastEvaluatedShardId;
  } while (after !== undefined);

  return shards;
}

/** Resolves when the shard is closed and read to its end, or when the poller is stopped. */
async function followShard(run: RunningPoller, shardId: string): Promise<void> {
  let iterator: string | undefined;

  while (!run.stopped.aborted) {
    try {
      iterator ??= await openIterator(run, shardId);
      const startedAt = performance.now();
      const { Records: changes = [], NextShardIterator: next } = await run.client.send(
        new GetRecordsCommand({ ShardIterator: iterator, Limit: recordsMax }),
      );
      const records = changes.map((change) => toStreamRecord(change, run.streamArn, run.region));
      const isDone = await processRecords(run, shardId, records);
      if (!isDone) return;
      iterator = next;
      if (iterator === undefined) return;
      if (changes.length < recordsMax)
        await pauseUnlessStopped(readEveryMs - (performance.now() - startedAt), run.stopped);
    } catch (error) {
      iterator = undefined;
      if (run.stopped.aborted) return;
      run.onError(error);
      await pauseUnlessStopped(retryMs, run.stopped);
    }
  }
}

async function openIterator({ client, streamArn, checkpoints, mapping }: RunningPoller, shardId: string) {
  const position = checkpoints.position(shardId);
  const { ShardIterator: iterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ...(position === undefined
        ? { ShardIteratorType: mapping.startingPosition }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position }),
    }),
  );

  return iterator;
}

/** @returns whether all records were processed; false when the poller was stopped */
async function processRecords(
  run: RunningPoller,
  shardId: string,
  records: readonly StreamRecord[],
): Promise<boolean> {
  const { mapping, checkpoints } = run;
  const advanceTo = (processed: readonly StreamRecord[]) => {
    const last = processed.at(-1);
    if (last !== undefined) checkpoints.advance(shardId, last.sequenceNumber);
  };
  const matching = records.filter(
    ({ event }) =>
      mapping.patterns.length === 0 || mapping.patterns.some((pattern) => matchesPattern(pattern, event)),
  );

  for (const batch of chunksOf(matching, mapping.batchSize)) {
    const isDone = await processBatch(batch, {
      mapping,
      invoke: run.invoke,
      discard: (discarded) => run.discard(shardId, discarded),
      stopped: run.stopped,
    });
    if (!isDone) return false;
    advanceTo(batch);
  }
  // Also advances past records that the filter dropped.
  advanceTo(records);

  return true;
}

async function pauseUnlessStopped(milliseconds: number, stopped: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await pause(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}
