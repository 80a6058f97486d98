import { hash } from 'node:crypto';
import type { Key, Update, Write } from '#lib/storage/table.ts';
import { timestampAfter } from '#lib/values/ids.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/* Helpers to build items: the shards of their keys, and their attributes. */

/** Maps an id to a shard, always the same one, by the first 32 bits of its hash. Ids spread evenly. */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(hash('sha256', id, 'hex').slice(0, 8), 16) % shards;
}

/** The partition keys of all shards of a list. */
export function shardsOf(pk: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => `${pk}#${shard}`);
}

/** Six digits, so that sort keys have the order of their numbers. */
export const padNumber = (number: number) => String(number).padStart(6, '0');

/** The last number in a sort key. */
export const lastNumberOf = ({ sk }: Key) => Number(sk.slice(sk.lastIndexOf('#') + 1));

/** Longer than any outage that operators notice. The API document states this period. */
const reportRetentionMs = 30 * 86_400_000;

/** The expiry of the items of an import, a bulk job or an export. */
export const reportExpiry = (now: number) => ({
  expiresAtEpochSeconds: Math.ceil((now + reportRetentionMs) / 1000),
});

type Attributes = Readonly<Record<string, unknown>>;

/** Omits null, undefined and empty lists and objects, so that items and their index entries stay small. */
export function presentAttributes(record: Attributes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
}

/** The attributes to set and to remove to turn `before` into `after`. */
export function attributeChanges(
  before: Attributes,
  after: Attributes,
): { readonly set: Record<string, unknown>; readonly remove: string[] } {
  return {
    set: Object.fromEntries(
      Object.entries(after).filter(([name, value]) => !isSameValue(before[name], value)),
    ),
    remove: Object.keys(before).filter((name) => !(name in after)),
  };
}

interface Versioned {
  readonly version: number;
  readonly updatedAt: string;
}

/** The update of a resource to its next version. It fails if the resource was changed since it was read. */
export function versionedUpdate<Resource extends Versioned>(
  key: Key,
  before: Resource,
  changes: Partial<Resource>,
  attributesOf: (resource: Resource) => Attributes,
  now: number,
): Update {
  const { version, updatedAt } = before;
  const after = { ...before, ...changes, version: version + 1, updatedAt: timestampAfter(updatedAt, now) };

  return {
    update: key,
    ...attributeChanges(attributesOf(before), attributesOf(after)),
    if: { version: { is: version } },
  };
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;

  return Array.isArray(value)
    ? value.length === 0
    : typeof value === 'object' && Object.keys(value).length === 0;
}

/** The key of the item that a write changes or checks. */
export function keyOfWrite(write: Write): Key {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;

  return 'delete' in write ? write.delete : write.check;
}
