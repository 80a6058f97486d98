import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { RowError } from '#lib/contacts/import/report.ts';
import { presentAttributes } from '#lib/storage/attributes.ts';
import type { Item, Key, Put, Query } from '#lib/storage/table.ts';

/*
 * Keys of imports; all of one stand together, and end after a while.
 *
 * | access pattern                    | how                                                                     |
 * |-----------------------------------|-------------------------------------------------------------------------|
 * | an import as it was accepted      | GetItem W#<workspace>#IMPORT#<id>, IMPORT                                |
 * | how far it is                     | GetItem PROGRESS: sums, to which each part adds once, with its DONE#     |
 * | the rows of a part                | GetItem PART#<part>                                                      |
 * | which parts are done              | Query DONE#                                                              |
 * | which of a part's chunks are      | Query CHUNK#<part>#, each written with the contacts that it made         |
 * | what is told of single rows       | Query DETAIL#, by part; most parts have none                             |
 * | imports that stand still          | gsi3, the worklist, by the end of their latest part                      |
 *
 * At 1,000 rows/s the partition of an import takes 42 chunks, each of 24 rows, 2 units and a record below 1 KB: 84 units/s;
 * two parts end, with 4 units of sums and 2 of a mark each; and two parts of about 25 KB were written, in a burst of their
 * own, with 50 units: far below the 1,000 of a partition. What its contacts write elsewhere is told in `items.ts`.
 */
const importPartition = (workspaceId: string, importId: string) => `W#${workspaceId}#IMPORT#${importId}`;

/** Imports of a workspace by id, in gsi4: read when the workspace is deleted. */
export const importsIndex = (workspaceId: string) => `W#${workspaceId}#IMPORTS`;

/** A chunk's record outlives the idempotency record of its import, within which a repeat resumes. */
const inlineRetentionMs = 48 * 3_600_000;
/** And what was accepted outlives any outage that is noticed at all. Told in the documentation. */
const retentionMs = 30 * 86_400_000;

const numbered = (position: number) => String(position).padStart(6, '0');
const secondsAfter = (now: number, ms: number) => Math.ceil((now + ms) / 1000);

export const untilRetired = (now: number) => ({ expiresAtEpochSeconds: secondsAfter(now, retentionMs) });

export const importKey = (workspaceId: string, importId: string): Key => ({
  pk: importPartition(workspaceId, importId),
  sk: 'IMPORT',
});

export const progressKey = (workspaceId: string, importId: string): Key => ({
  pk: importPartition(workspaceId, importId),
  sk: 'PROGRESS',
});

export const partKey = (workspaceId: string, importId: string, part: number): Key => ({
  pk: importPartition(workspaceId, importId),
  sk: `PART#${numbered(part)}`,
});

export const doneKey = (workspaceId: string, importId: string, part: number): Key => ({
  pk: importPartition(workspaceId, importId),
  sk: `DONE#${numbered(part)}`,
});

export const detailKey = (workspaceId: string, importId: string, part: number): Key => ({
  pk: importPartition(workspaceId, importId),
  sk: `DETAIL#${numbered(part)}`,
});

function chunkKey(workspaceId: string, { importId, part, position, path }: ChunkPlace): Key {
  const chunk = `CHUNK#${numbered(part)}#${numbered(position)}`;

  return { pk: importPartition(workspaceId, importId), sk: path === undefined ? chunk : `${chunk}.${path}` };
}

/** Far more than there can be: parts of a file, chunks of a part. */
const listMax = 1000;

export const doneParts = (workspaceId: string, importId: string): Query => ({
  pk: importPartition(workspaceId, importId),
  ...{ sk: { prefix: 'DONE#' }, limit: listMax, consistent: true },
});

export const chunksOfPart = (workspaceId: string, importId: string, part: number): Query => ({
  pk: importPartition(workspaceId, importId),
  ...{ sk: { prefix: `CHUNK#${numbered(part)}#` }, limit: listMax, consistent: true },
});

/** @param after the last that was read */
export const detailsAfter = (workspaceId: string, importId: string, after: Item | undefined): Query => ({
  pk: importPartition(workspaceId, importId),
  sk: { from: after ? `${after.sk}\u0001` : 'DETAIL#', to: 'DETAIL#\uffff' },
  limit: listMax,
});

/** The last number in a sort key. */
export const positionOf = ({ sk }: Key) => Number(sk.slice(sk.lastIndexOf('#') + 1));

export interface ChunkPlace {
  readonly importId: string;
  readonly part: number;
  readonly position: number;
  /** Which part of a chunk that was halved: `0` and `1` are its halves, `01` is the second half of the first. */
  readonly path?: string;
}

const ChunkOutcome = z.object({
  created: z._default(z.array(z.string()), []),
  updated: z._default(z.array(z.string()), []),
  /** Contacts that stay as they are. */
  skipped: z._default(z.array(z.string()), []),
  errors: z._default(z.array(RowError), []),
});
/** What became of a chunk's rows: ids of contacts, and errors. */
export type ChunkOutcome = z.infer<typeof ChunkOutcome>;

export function together(outcomes: readonly ChunkOutcome[]): ChunkOutcome {
  return {
    created: outcomes.flatMap(({ created }) => created),
    updated: outcomes.flatMap(({ updated }) => updated),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    errors: outcomes.flatMap(({ errors }) => errors).sort((one, other) => one.row - other.row),
  };
}

/** The records of a part's chunks. */
export interface RecordedChunks {
  /** Chunks that were committed whole, by their position. */
  readonly done: ReadonlyMap<number, ChunkOutcome>;
  /** Paths of what was committed of chunks that were halved, by the position of the chunk. */
  readonly halves: ReadonlyMap<number, readonly string[]>;
}

export function toRecordedChunks(items: readonly Item[]): RecordedChunks {
  const done = new Map<number, ChunkOutcome>();
  const halves = new Map<number, string[]>();
  for (const item of items) {
    const [position, path] = item.sk.slice(item.sk.lastIndexOf('#') + 1).split('.');
    if (path === undefined) done.set(Number(position), toChunkOutcome(item));
    else halves.set(Number(position), [...(halves.get(Number(position)) ?? []), path]);
  }

  return { done, halves };
}

export const toChunkOutcome = (item: Item | undefined): ChunkOutcome => ChunkOutcome.parse(item);

export function chunkPut(
  workspaceId: string,
  place: ChunkPlace & { readonly isInline: boolean },
  outcome: ChunkOutcome,
  now: number,
): Put {
  return {
    put: {
      ...chunkKey(workspaceId, place),
      // An import that is done within its request has no item of its own.
      ...(place.isInline && {
        gsi4pk: importsIndex(workspaceId),
        gsi4sk: `${place.importId}#${numbered(place.position)}`,
      }),
      ...presentAttributes(outcome),
      expiresAtEpochSeconds: secondsAfter(now, place.isInline ? inlineRetentionMs : retentionMs),
    },
    if: { pk: 'absent' },
  };
}

/** @param rows packed, below what an item may have */
export function partPut(
  {
    workspaceId,
    importId,
    part,
  }: { readonly workspaceId: string; readonly importId: string; readonly part: number },
  rows: Uint8Array,
  now: number,
): Put {
  return {
    put: {
      ...partKey(workspaceId, importId, part),
      rows,
      ...untilRetired(now),
    },
  };
}

export const toPackedRows = (item: Item): Uint8Array => z.instanceof(Uint8Array).parse(item['rows']);

export function pack(value: unknown): Uint8Array {
  return gzipSync(JSON.stringify(value));
}

export function unpack(bytes: Uint8Array): unknown {
  return JSON.parse(gunzipSync(bytes).toString());
}
