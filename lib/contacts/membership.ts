import {
  type ContactEnrolmentPlan,
  planContactEnrolments,
} from '#lib/campaigns/enrolment/contact-enrolments.ts';
import { planContinuations } from '#lib/campaigns/enrolment/continue.ts';
import { readStartedCampaigns } from '#lib/campaigns/enrolment/enrolment.ts';
import { readEnrolmentLock } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import { requireCampaigns } from '#lib/campaigns/enrolment/outline.ts';
import type { CounterIncrement } from '#lib/commit/change.ts';
import type { ContactPatch, StoredContact } from '#lib/contacts/contact.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { invalid, type ProblemDetail } from '#lib/values/problem.ts';

export type MembershipPlan = Pick<ContactEnrolmentPlan, 'writes' | 'messages'> & {
  readonly increments: readonly CounterIncrement[];
  /** Undefined if the request names no campaigns to enter or to continue. */
  readonly enrolment?: ContactEnrolmentPlan['enrolment'];
};

/**
 * Plans a contact's campaign changes: it is removed from campaigns, continued in ended ones, and enrolled in others, in this
 * order. Removal from a campaign without an open execution has no effect. The enrolment lock and the started campaigns are read
 * only if the contact enters or continues a campaign.
 * @param contact the contact after the update
 * @param willEndAll whether the update suppresses the contact, which already ends all its executions
 * @throws Problem 422 for campaigns that do not exist, that are named twice, or that the contact cannot continue
 */
export async function planMembership(
  { table, now }: Services,
  workspaceId: string,
  contact: StoredContact,
  { addCampaignIds, removeCampaignIds = [], continueCampaigns }: ContactPatch,
  willEndAll: boolean,
): Promise<MembershipPlan> {
  if (addCampaignIds === undefined && continueCampaigns === undefined && removeCampaignIds.length === 0) {
    return { writes: [], messages: [], increments: [] };
  }
  const added = addCampaignIds ?? [];
  const continued = continueCampaigns ?? [];
  const conflicts = findConflicts(added, removeCampaignIds, continued);
  if (conflicts.length > 0) throw invalid(conflicts);
  const addedCampaigns = await requireCampaigns(table, workspaceId, 'addCampaignIds', added);
  const continuedIds = continued.map(({ campaignId }) => campaignId);
  const field = 'continueCampaigns';
  const continuedCampaigns = await requireCampaigns(table, workspaceId, field, continuedIds, '.campaignId');
  const isEntering = added.length + continued.length > 0;
  const lockWrites = isEntering ? [await readEnrolmentLock(table, workspaceId, now())] : [];
  const executions = await readContactExecutions(table, workspaceId, contact.id);

  const removed = executions.filter((each) => isOpen(each) && removeCampaignIds.includes(each.campaignId));
  const endings = willEndAll ? [] : removed.map((each) => endExecution(each, 'stopped', 'removed', now()));
  const afterRemoval = executions.map((each) =>
    removed.includes(each) ? { ...each, status: 'stopped' as const } : each,
  );
  const started = await readStartedCampaigns(table, workspaceId, undefined, isEntering ? afterRemoval : []);
  const continuations = planContinuations(
    workspaceId,
    contact,
    continued,
    continuedCampaigns,
    afterRemoval,
    started,
    now(),
  );
  // A continued execution reserves the contact, like an open execution of a started campaign.
  const startedOrContinued = new Set([...started, ...continuedIds]);
  const enrolments = planContactEnrolments(
    workspaceId,
    contact,
    addedCampaigns,
    continuations.executions,
    startedOrContinued,
    now(),
  );
  const { enrolled, notEnrolled } = enrolments.enrolment;

  return {
    writes: [
      ...endings.flatMap(({ writes }) => writes),
      ...withLock(lockWrites, [...continuations.writes, ...enrolments.writes]),
    ],
    messages: [...continuations.messages, ...enrolments.messages],
    increments: endings.flatMap(({ increments }) => increments),
    ...((addCampaignIds ?? continueCampaigns) && {
      enrolment: { enrolled: enrolled + continued.length, notEnrolled },
    }),
  };
}

/** An enrolment that writes nothing needs no lock. */
const withLock = (lockWrites: readonly Write[], writes: readonly Write[]) =>
  writes.length > 0 ? [...lockWrites, ...writes] : [];

function findConflicts(
  added: readonly string[],
  removed: readonly string[],
  continued: NonNullable<ContactPatch['continueCampaigns']>,
): ProblemDetail[] {
  const conflict = (path: string, other: string) => ({
    path,
    rule: 'conflict' as const,
    message: `must not be in ${other} too`,
  });

  return [
    ...removed.flatMap((id, position) =>
      added.includes(id) ? [conflict(`removeCampaignIds[${position}]`, 'addCampaignIds')] : [],
    ),
    ...continued.flatMap(({ campaignId }, position) => {
      const path = `continueCampaigns[${position}].campaignId`;
      if (added.includes(campaignId)) return [conflict(path, 'addCampaignIds')];

      return removed.includes(campaignId) ? [conflict(path, 'removeCampaignIds')] : [];
    }),
  ];
}
