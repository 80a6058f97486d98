import { stepPartKey } from '#lib/campaigns/state/items.ts';
import { Step } from '#lib/campaigns/state/step.ts';
import type { Item, Key, Write } from '#lib/storage/table.ts';

/** DynamoDB limits an item to 400 KB, including its keys. */
const partBytesMax = 380_000;

/** Puts for the items of a step: its JSON in UTF-8, split by the size limit of an item. */
export function stepPuts(workspaceId: string, campaignId: string, step: Step): Write[] {
  const bytes = Buffer.from(JSON.stringify(step));

  return Array.from({ length: partCount(step) }, (_, part) => ({
    put: {
      ...stepPartKey(workspaceId, campaignId, step.id, part),
      content: bytes.subarray(part * partBytesMax, (part + 1) * partBytesMax),
    },
  }));
}

/** Number of items that hold the step. */
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

/** Builds steps from their parts. The parts must be sorted by key. */
export function toSteps(items: readonly Item[]): Map<string, Step> {
  const parts = new Map<string, Uint8Array[]>();
  for (const { sk, content } of items) {
    if (!(content instanceof Uint8Array)) throw new Error('a part of a step has no content');
    const stepKey = sk.slice(0, sk.lastIndexOf('#'));
    parts.set(stepKey, [...(parts.get(stepKey) ?? []), content]);
  }
  const steps = [...parts.values()].map((contents) =>
    Step.parse(JSON.parse(Buffer.concat(contents).toString())),
  );

  return new Map(steps.map((step) => [step.id, step]));
}
