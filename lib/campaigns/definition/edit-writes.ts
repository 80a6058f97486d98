import type { Step } from '#lib/campaigns/definition/step.ts';
import { stepPartKeys, stepPuts } from '#lib/campaigns/definition/step-items.ts';
import { enrolmentJobPut } from '#lib/campaigns/enrolment/jobs.ts';
import {
  campaignKey,
  countersKey,
  nameIndexAttributes,
  quotaKey,
  tagEntryKey,
} from '#lib/campaigns/items.ts';
import type { CampaignItem, EnrolmentJob, StoredCampaign } from '#lib/campaigns/stored.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/**
 * Writes of an edit: the campaign, its changed steps, and its entries in the lists. At most 88 writes, so that the caller can
 * add others to the transaction, which has at most 100.
 */
export function itemWrites(
  workspaceId: string,
  { item, steps: before }: StoredCampaign,
  edited: CampaignItem,
  steps: readonly Step[],
): Write[] {
  const { id } = item;
  // An edit never changes the status: `statusWrite` changes it with its index keys.
  const { status: _, ...changes } = edited;
  const previousSteps = new Map(before.map((step) => [step.id, step]));
  const keptParts = new Set(
    edited.steps.flatMap((head) => stepPartKeys(workspaceId, id, head)).map(({ sk }) => sk),
  );

  return [
    {
      update: campaignKey(workspaceId, id),
      set: { ...changes, ...nameIndexAttributes(workspaceId, edited) },
      if: { version: { is: item.version } },
      otherwise: (found: Item | undefined) =>
        found ? new StaleDecision('the campaign was changed concurrently') : notFound(),
    },
    // Without a limit, emails are not counted. So a stored count belongs to an earlier limit and is outdated.
    ...(!isLimited(item) && isLimited(edited) ? [{ delete: quotaKey(workspaceId, id) }] : []),
    ...steps.flatMap((step) =>
      isSameValue(step, previousSteps.get(step.id)) ? [] : stepPuts(workspaceId, id, step),
    ),
    ...item.steps
      .flatMap((head) => stepPartKeys(workspaceId, id, head))
      .filter(({ sk }) => !keptParts.has(sk))
      .map((key): Write => ({ delete: key })),
    ...edited.tags
      .filter((tag) => !item.tags.includes(tag))
      .map((tag): Write => ({ put: { ...tagEntryKey(workspaceId, tag, id) } })),
    ...item.tags
      .filter((tag) => !edited.tags.includes(tag))
      .map((tag): Write => ({ delete: tagEntryKey(workspaceId, tag, id) })),
  ];
}

function isLimited({ dailyLimit, dailyNewContactLimit }: StoredCampaign['item']): boolean {
  return dailyLimit !== null || dailyNewContactLimit !== null;
}

/** Stores jobs and counts their contacts. @param contacts number of contacts to add to the campaign's count */
export function jobWrites(
  workspaceId: string,
  campaignId: string,
  jobs: readonly EnrolmentJob[],
  contacts: number,
  now: number,
): Write[] {
  if (jobs.length === 0) return [];

  return [
    ...jobs.map((job) => enrolmentJobPut(workspaceId, job, now)),
    {
      update: countersKey(workspaceId, campaignId),
      add: { contacts, openJobs: jobs.length },
      if: { pk: 'present' },
      otherwise: () => notFound(),
    },
  ];
}
