import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { RowError } from '#lib/contacts/import/report.ts';
import { padNumber, presentAttributes, reportExpiry } from '#lib/storage/item.ts';
import type { Item, Key, Put, Query } from '#lib/storage/table.ts';

/*
 * Keys of imports. All items of an import share a partition and expire.
 *
 * | access pattern                    | how                                                                     |
 * |-----------------------------------|-------------------------------------------------------------------------|
 * | an import as accepted             | GetItem W#<workspace>#IMPORT#<id>, IMPORT                                |
 * | the progress of an import         | GetItem PROGRESS: sums; each part adds to them once, with its DONE#      |
 * | the rows of a part                | GetItem PART#<part>                                                      |
 * | finished parts                    | Query DONE#                                                              |
 * | finished chunks of a part         | Query CHUNK#<part>#; each is written together with its contacts          |
 * | errors of single rows             | Query DETAIL#, by part; most parts have none                             |
 * | stalled imports                   | gsi3, the worklist, by the end of their latest part                      |
 *
 * Load of an import's partition at 1,000 rows/s: 42 chunks of 24 rows with 2 units each are 84 units/s. Two parts end, with 4
 * units for the sums and 2 for the mark each. Two parts of about 25 KB are written first, with 50 units. The limit of a
 * partition is 1,000 units/s. See `lib/contacts/items.ts` for the load of the contacts' items.
 */
const importPartition = (workspaceId: string, importId: string) => `W#${workspaceId}#IMPORT#${importId}`;

/** Imports of a workspace by id, in gsi4: read when a contact is erased. */
export const importsIndex = (workspaceId: string) => `W#${workspaceId}#IMPORTS`;

/** Longer than the idempotency record of the request: until that expires, a retry resumes from these records. */
const inlineRetentionMs = 48 * 3_600_000;

const keyOf = (workspaceId: string, importId: string, sk: string): Key => ({
  pk: importPartition(workspaceId, importId),
  sk,
});

export const importKey = (workspaceId: string, importId: string) => keyOf(workspaceId, importId, 'IMPORT');

export const progressKey = (workspaceId: string, importId: string) =>
  keyOf(workspaceId, importId, 'PROGRESS');

export const importPartKey = (workspaceId: string, importId: string, part: number) =>
  keyOf(workspaceId, importId, `PART#${padNumber(part)}`);

export const doneKey = (workspaceId: string, importId: string, part: number) =>
  keyOf(workspaceId, importId, `DONE#${padNumber(part)}`);

export const detailKey = (workspaceId: string, importId: string, part: number) =>
  keyOf(workspaceId, importId, `DETAIL#${padNumber(part)}`);

function chunkKey(workspaceId: string, { importId, part, position, path }: ChunkRef): Key {
  const chunk = `CHUNK#${padNumber(part)}#${padNumber(position)}`;

  return keyOf(workspaceId, importId, path === undefined ? chunk : `${chunk}.${path}`);
}

/** More than the maximum number of parts of a file, or of chunks of a part. */
const listMax = 1000;

const itemsWithPrefix = (workspaceId: string, importId: string, prefix: string): Query => ({
  pk: importPartition(workspaceId, importId),
  sk: { prefix },
  limit: listMax,
  consistent: true,
});

export const doneImportParts = (workspaceId: string, importId: string) =>
  itemsWithPrefix(workspaceId, importId, 'DONE#');

export const importChunksOfPart = (workspaceId: string, importId: string, part: number) =>
  itemsWithPrefix(workspaceId, importId, `CHUNK#${padNumber(part)}#`);

/** The details of all parts, for `readItems`. */
export const importDetails = (workspaceId: string, importId: string) => ({
  pk: importPartition(workspaceId, importId),
  from: 'DETAIL#',
  to: 'DETAIL#\uffff',
  limit: listMax,
});

export interface ChunkRef {
  readonly importId: string;
  readonly part: number;
  readonly position: number;
  /** Position within a halved chunk: `0` and `1` are its halves, `01` is the second half of the first. */
  readonly path?: string;
  /** Whether it runs within the request instead of a worker. */
  readonly isInline: boolean;
}

const ChunkOutcome = z.object({
  created: z._default(z.array(z.string()), []),
  updated: z._default(z.array(z.string()), []),
  /** Contacts that are not changed. */
  skipped: z._default(z.array(z.string()), []),
  errors: z._default(z.array(RowError), []),
});
/** The outcome of a chunk's rows: ids of contacts, and errors. */
export type ChunkOutcome = z.infer<typeof ChunkOutcome>;

export function mergeOutcomes(outcomes: readonly ChunkOutcome[]): ChunkOutcome {
  return {
    created: outcomes.flatMap(({ created }) => created),
    updated: outcomes.flatMap(({ updated }) => updated),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    errors: outcomes.flatMap(({ errors }) => errors).sort((one, other) => one.row - other.row),
  };
}

/** The records of a part's chunks. */
export interface RecordedChunks {
  /** Outcomes of chunks that were committed in one transaction, by position. */
  readonly done: ReadonlyMap<number, ChunkOutcome>;
  /** Paths of the committed halves of halved chunks, by position of the chunk. */
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

export function importChunkPut(
  workspaceId: string,
  chunkRef: ChunkRef,
  outcome: ChunkOutcome,
  now: number,
): Put {
  return {
    put: {
      ...chunkKey(workspaceId, chunkRef),
      ...presentAttributes(outcome),
      ...reportExpiry(now),
      // An inline import has no IMPORT item until it ends. An erasure then finds the import by its chunks.
      ...(chunkRef.isInline && {
        gsi4pk: importsIndex(workspaceId),
        gsi4sk: `${chunkRef.importId}#${padNumber(chunkRef.position)}`,
        expiresAtEpochSeconds: Math.ceil((now + inlineRetentionMs) / 1000),
      }),
    },
    if: { pk: 'absent' },
  };
}

/** @param rows packed, below the size limit of an item */
export function importPartPut(
  workspaceId: string,
  importId: string,
  part: number,
  rows: Uint8Array,
  now: number,
): Put {
  return { put: { ...importPartKey(workspaceId, importId, part), rows, ...reportExpiry(now) } };
}

export const toPackedRows = (item: Item): Uint8Array => z.instanceof(Uint8Array).parse(item['rows']);

export function packJson(value: unknown): Uint8Array {
  return gzipSync(JSON.stringify(value));
}

export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(gunzipSync(bytes).toString());
}
