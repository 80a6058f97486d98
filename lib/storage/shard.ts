import { hash } from 'node:crypto';

/** The same shard for the same id, ids spread evenly. */
export function shardOf(id: string, shards: number): number {
  return Number.parseInt(hash('sha256', id, 'hex').slice(0, 8), 16) % shards;
}

/** The partitions of a list that is spread over shards. */
export function shardsOf(pk: string, shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => `${pk}#${shard}`);
}
