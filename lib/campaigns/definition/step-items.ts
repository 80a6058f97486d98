import { Step } from '#lib/campaigns/definition/step.ts';
import { stepPartKey } from '#lib/campaigns/items.ts';
import type { Item, Key, Table, Write } from '#lib/storage/table.ts';

/** Below the 400 KB of an item, with room for its keys. */
const partBytesMax = 380_000;

/** The items that hold a step: its JSON in UTF-8, cut where an item ends. */
export function stepPuts(workspaceId: string, campaignId: string, step: Step): Write[] {
  const bytes = Buffer.from(JSON.stringify(step));

  return Array.from({ length: partCount(step) }, (_, part) => ({
    put: {
      ...stepPartKey(workspaceId, campaignId, step.id, part),
      content: bytes.subarray(part * partBytesMax, (part + 1) * partBytesMax),
    },
  }));
}

export function partCount(step: Step): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(step)) / partBytesMax);
}

export function stepPartKeys(
  workspaceId: string,
  campaignId: string,
  { id, parts }: { readonly id: string; readonly parts: number },
): Key[] {
  return Array.from({ length: parts }, (_, part) => stepPartKey(workspaceId, campaignId, id, part));
}

/** Steps out of their parts, which must come in the order of their keys. */
export function toSteps(items: readonly Item[]): Map<string, Step> {
  const parts = new Map<string, Uint8Array[]>();
  for (const { sk, content } of items) {
    if (!(content instanceof Uint8Array)) throw new Error('a part of a step has no content');
    const name = sk.slice(0, sk.lastIndexOf('#'));
    parts.set(name, [...(parts.get(name) ?? []), content]);
  }
  const steps = [...parts.values()].map((each) => Step.parse(JSON.parse(Buffer.concat(each).toString())));

  return new Map(steps.map((step) => [step.id, step]));
}

/** Items of a campaign's partition, however large they are together: a Query returns at most 1 MB. */
export async function readAllOf(
  table: Table,
  pk: string,
  prefix: string,
  options: { readonly consistent?: boolean } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const from = items.at(-1)?.sk;
    const page = await table.query({
      pk,
      sk: { from: from === undefined ? prefix : `${from}\u0001`, to: `${prefix}\uffff` },
      limit: 100,
      ...options,
    });
    items.push(...page.items);
    if (!page.more) return items;
  }
}
