import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from '../state/json-file.ts';

const CheckpointFile = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/** Stores the last processed position of each shard of one stream. */
export interface Checkpoints {
  position(shardId: string): string | undefined;
  advance(shardId: string, sequenceNumber: string): void;
  /** Writes positions that are not in the file yet. */
  close(): void;
}

/**
 * Minimum interval between writes: in a burst, writing each position would take longer than the work. A kill
 * may repeat the records of this interval.
 */
const writeEveryMs = 200;

/** Ignores positions of another stream, such as the stream of a recreated table. */
export function openCheckpoints(file: string, streamArn: string): Checkpoints {
  const stored = z.safeParse(CheckpointFile, readJsonFile(file));
  const positions = new Map(
    stored.success && stored.data.streamArn === streamArn ? Object.entries(stored.data.positions) : [],
  );

  let writeTimer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = () => {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    writtenAt = performance.now();
    writeJsonFile(file, { streamArn, positions: Object.fromEntries(positions) });
  };

  return {
    position: (shardId) => positions.get(shardId),
    advance: (shardId, sequenceNumber) => {
      if (positions.get(shardId) === sequenceNumber) return;
      positions.set(shardId, sequenceNumber);
      const waitMs = writtenAt + writeEveryMs - performance.now();
      if (waitMs <= 0) write();
      else writeTimer ??= setTimeout(write, waitMs);
    },
    close: () => {
      if (writeTimer) write();
    },
  };
}
