import type { Change } from '#lib/commit/change.ts';
import { limitList } from '#lib/http/list-limit.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { allSnippets, snippetKey, toStoredSnippet } from '#lib/snippets/items.ts';
import {
  type NewSnippet,
  type Snippet,
  type SnippetPatch,
  type StoredSnippet,
  snippetsMax,
} from '#lib/snippets/snippet.ts';
import { presentAttributes, versionedUpdate } from '#lib/storage/item.ts';
import type { Table } from '#lib/storage/table.ts';
import { newId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { notFound } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/** Newest first. */
export function listSnippets(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<Snippet>> {
  return queryPage(table, {
    ...allSnippets(workspaceId),
    request,
    read: (items) => items.map((item) => presentSnippet(toStoredSnippet(item))),
  });
}

/** @throws Problem 404 */
export async function getSnippet(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  snippetId: string,
): Promise<Snippet> {
  return presentSnippet(await readSnippet(table, workspaceId, snippetId));
}

/** @throws Problem 422 if the workspace has `snippetsMax` snippets */
export async function planSnippet(
  { table, now }: Services,
  workspaceId: string,
  input: NewSnippet,
): Promise<Change<Snippet>> {
  await limitList(table, allSnippets(workspaceId), snippetsMax, 'snippets');
  const createdAt = timestamp(now());
  const snippet = { ...input, id: newId('snp', now()), createdAt, updatedAt: createdAt };

  return {
    writes: [
      { put: { ...snippetKey(workspaceId, snippet.id), ...snippet, version: 1 }, if: { pk: 'absent' } },
    ],
    result: snippet,
  };
}

/** Applies a patch. If the patch changes nothing, nothing is written. @throws Problem 404 */
export async function planSnippetUpdate(
  { table, now }: Services,
  workspaceId: string,
  snippetId: string,
  patch: SnippetPatch,
): Promise<Change<Snippet>> {
  const before = await readSnippet(table, workspaceId, snippetId);
  const changes = presentAttributes(patch);
  const after: StoredSnippet = { ...before, ...changes };
  // The endpoint's runtime compares it with `If-Match`.
  const { updatedAt: basedOn } = before;
  if (isSameValue(before, after)) return { writes: [], basedOn, result: presentSnippet(before) };
  const changedAt = now();

  return {
    writes: [
      {
        ...versionedUpdate(snippetKey(workspaceId, snippetId), before, changes, attributesOf, changedAt),
        otherwise: () => new StaleDecision('the snippet was changed concurrently'),
      },
    ],
    basedOn,
    before,
    result: { ...presentSnippet(after), updatedAt: timestampAfter(basedOn, changedAt) },
  };
}

/** The commit throws Problem 404 for an unknown snippet. */
export function planSnippetDeletion(workspaceId: string, snippetId: string): Change<undefined> {
  return {
    writes: [
      { delete: snippetKey(workspaceId, snippetId), if: { pk: 'present' }, otherwise: () => notFound() },
    ],
    result: undefined,
  };
}

async function readSnippet(table: Table, workspaceId: string, snippetId: string): Promise<StoredSnippet> {
  const item = await table.get(snippetKey(workspaceId, snippetId));
  if (!item) throw notFound();

  return toStoredSnippet(item);
}

const attributesOf = (snippet: StoredSnippet) => ({ ...snippet });

const presentSnippet = ({ version: _, ...snippet }: StoredSnippet): Snippet => snippet;
