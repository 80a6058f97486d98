import { hash } from 'node:crypto';

/** Maps an id to a shard, always the same one, by the first 32 bits of its hash. Ids spread evenly. */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(hash('sha256', id, 'hex').slice(0, 8), 16) % shards;
}

/** The partition keys of all shards of a list. */
export function shardsOf(pk: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => `${pk}#${shard}`);
}
