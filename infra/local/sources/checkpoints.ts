import * as z from 'zod/mini';
import { readJsonFile, writeJsonFile } from '../state/json-file.ts';

const CheckpointFile = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/**
 * Minimum interval between writes: in a burst, writing each position would take longer than the work. A kill
 * may repeat the records of this interval.
 */
const writeEveryMs = 200;

/**
 * The last processed position of each shard of one stream, which are stored in a file. Ignores positions of another stream, such
 * as the stream of a recreated table.
 */
export function openCheckpoints(file: string | undefined, streamArn: string) {
  const stored = file === undefined ? undefined : readJsonFile(file, CheckpointFile);
  const positions = new Map(stored?.streamArn === streamArn ? Object.entries(stored.positions) : []);

  let writeTimer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = () => {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    writtenAt = performance.now();
    if (file !== undefined) writeJsonFile(file, { streamArn, positions: Object.fromEntries(positions) });
  };

  return {
    position: (shardId: string) => positions.get(shardId),
    advance: (shardId: string, sequenceNumber: string) => {
      if (positions.get(shardId) === sequenceNumber) return;
      positions.set(shardId, sequenceNumber);
      const waitMs = writtenAt + writeEveryMs - performance.now();
      if (waitMs <= 0) write();
      else writeTimer ??= setTimeout(write, waitMs);
    },
    /** Writes positions that are not in the file yet. */
    close: () => {
      if (writeTimer) write();
    },
  };
}
