import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from '../state/json-file.ts';

const CheckpointFile = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/** Up to where each shard of one stream has been handed over. */
export interface Checkpoints {
  position(shardId: string): string | undefined;
  advance(shardId: string, sequenceNumber: string): void;
}

/** Positions of another stream, such as that of a table made anew, do not count. */
export function openCheckpoints(file: string, streamArn: string): Checkpoints {
  const stored = z.safeParse(CheckpointFile, readJsonFile(file));
  const positions = new Map(
    stored.success && stored.data.streamArn === streamArn ? Object.entries(stored.data.positions) : [],
  );

  return {
    position: (shardId) => positions.get(shardId),
    advance: (shardId, sequenceNumber) => {
      if (positions.get(shardId) === sequenceNumber) return;
      positions.set(shardId, sequenceNumber);
      writeJsonFile(file, { streamArn, positions: Object.fromEntries(positions) });
    },
  };
}
