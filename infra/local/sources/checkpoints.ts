import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from '../state/json-file.ts';

const CheckpointFile = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/** Up to where each shard of one stream has been handed over. */
export interface Checkpoints {
  position(shardId: string): string | undefined;
  advance(shardId: string, sequenceNumber: string): void;
  /** Writes what the file does not say yet. */
  close(): void;
}

/** So often at most: in a burst, writing each step would take longer than the steps. A kill may repeat what this holds. */
const writeEveryMs = 200;

/** Positions of another stream, such as that of a table made anew, do not count. */
export function openCheckpoints(file: string, streamArn: string): Checkpoints {
  const stored = z.safeParse(CheckpointFile, readJsonFile(file));
  const positions = new Map(
    stored.success && stored.data.streamArn === streamArn ? Object.entries(stored.data.positions) : [],
  );

  let writing: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = () => {
    clearTimeout(writing);
    writing = undefined;
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
      else writing ??= setTimeout(write, waitMs);
    },
    close: () => {
      if (writing) write();
    },
  };
}
