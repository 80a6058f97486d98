import * as z from 'zod/mini';
import { Snippet, type StoredSnippet } from '#lib/snippets/snippet.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern              | how                                     |
 * |-----------------------------|-----------------------------------------|
 * | get by id                   | GetItem W#<workspace>#SNIPPETS, <id>     |
 * | snippets of a workspace     | Query W#<workspace>#SNIPPETS, by id      |
 */
export const snippetsPartition = (workspaceId: string) => `W#${workspaceId}#SNIPPETS`;

export const snippetKey = (workspaceId: string, snippetId: string): Key => ({
  pk: snippetsPartition(workspaceId),
  sk: snippetId,
});

export const allSnippets = (workspaceId: string): MergedQuery => ({
  partitions: [snippetsPartition(workspaceId)],
});

const SnippetItem = z.object({ ...Snippet.shape, version: z.int() });

export const toStoredSnippet = (item: Item): StoredSnippet => SnippetItem.parse(item);
