import { readStartedCampaigns } from '#lib/campaigns/enrolment/enrolment.ts';
import { readEnrolmentLock } from '#lib/campaigns/enrolment/enrolment-writes.ts';
import type { RecipientAction, RecipientActionReport } from '#lib/campaigns/recipients/action.ts';
import {
  type ActionContext,
  type ActionDecision,
  type ActionRecipient,
  type AppliedAction,
  refused,
  refusedNotEnrolled,
} from '#lib/campaigns/recipients/action-decision.ts';
import { decideAction, decideExclusion } from '#lib/campaigns/recipients/decide-action.ts';
import { countersWrite } from '#lib/campaigns/state/counters.ts';
import { findStep } from '#lib/campaigns/state/find-step.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { registerZoneWrites } from '#lib/campaigns/state/zones.ts';
import type { Change } from '#lib/commit/change.ts';
import { mustBeMailable, readContacts } from '#lib/contacts/contacts.ts';
import type { EvidenceServices } from '#lib/emails/proven-delivery.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { findExecution, readContactExecutions } from '#lib/executions/executions.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Write } from '#lib/storage/table.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

/** The actions that can open an ended execution. They exclude concurrent enrolments of the same contacts. */
const reopeningActions: ReadonlySet<string> = new Set(['retry', 'continue', 'restart', 'resolve']);

/**
 * Applies an action to recipients of a campaign. All changes are one transaction, planned again after a conflict. If the
 * action cannot be applied to a recipient, the report has the reason; the other recipients are not affected. Idempotent: a
 * recipient that already has the resulting state is `unchanged`.
 * @throws Problem 404 for an unknown campaign, 422 for an unknown step
 */
export async function planRecipientAction(
  services: EvidenceServices,
  workspaceId: string,
  campaignId: string,
  request: RecipientAction,
): Promise<Change<RecipientActionReport>> {
  const { table, now } = services;
  const campaign = await findCampaignItem(table, workspaceId, campaignId);
  if (!campaign) throw notFound();
  assertStepExists(campaign, request);
  const context: ActionContext = { services, workspaceId, campaign, now: now() };
  // Read before the executions: see `readEnrolmentLock`.
  const lockWrites = reopeningActions.has(request.action)
    ? [await readEnrolmentLock(table, workspaceId, now())]
    : [];
  const recipients = await readRecipients(context, request);
  const decisions = await Promise.all(
    request.contactIds.map(async (id) => {
      const recipient = recipients.get(id);
      if (recipient) return [id, await decideAction[request.action](context, recipient, request)] as const;
      const isExclusion = request.action === 'remove' && recipients.has(id);

      return [id, isExclusion ? decideExclusion(context, id) : refusedNotEnrolled] as const;
    }),
  );

  return toChange(context, await refuseMissingSubjects(context, new Map(decisions)), lockWrites);
}

/** Checks the step that would be sent next. For other actions, the report has the reason for each recipient. */
function assertStepExists({ steps }: CampaignItem, { action, stepId }: RecipientAction): void {
  const sendsStepNext = action === 'continue' || action === 'restart';
  if (sendsStepNext && stepId !== undefined && !steps.some(({ id }) => id === stepId)) {
    throw invalidField('stepId', 'exists', 'the campaign has no step with this id');
  }
}

/** The requested contacts by id; undefined for a contact that was never in the campaign. */
async function readRecipients(
  { services: { table }, workspaceId, campaign }: ActionContext,
  { action, contactIds }: RecipientAction,
): Promise<ReadonlyMap<string, ActionRecipient | undefined>> {
  // Executions in other campaigns may reserve the contact.
  const needsAllExecutions = reopeningActions.has(action) && !campaign.allowParallel;
  const [contacts, ...executions] = await Promise.all([
    readContacts(table, workspaceId, contactIds),
    ...contactIds.map(async (id) => {
      if (needsAllExecutions) return readContactExecutions(table, workspaceId, id);
      const execution = await findExecution(table, workspaceId, id, campaign.id);

      return execution ? [execution] : [];
    }),
  ]);
  const otherStartedIds = await readStartedCampaigns(table, workspaceId, campaign, executions.flat());

  return new Map(
    contacts.map((contact) => {
      const contactExecutions = executions[contactIds.indexOf(contact.id)] ?? [];
      const execution = contactExecutions.find(({ campaignId }) => campaignId === campaign.id);
      const reserving = contactExecutions.filter(
        (each) => isOpen(each) && otherStartedIds.has(each.campaignId),
      );

      return [contact.id, execution && { contact, execution, reserving }];
    }),
  );
}

/** Refuses an action after which an email without a subject would start a thread. */
async function refuseMissingSubjects(
  { services: { table }, workspaceId, campaign }: ActionContext,
  decisions: ReadonlyMap<string, ActionDecision>,
): Promise<ReadonlyMap<string, ActionDecision>> {
  const newThreadStepOf = (decision: ActionDecision) =>
    decision.kind === 'applied' ? decision.newThreadStepId : undefined;
  const stepIds = [
    ...new Set([...decisions.values()].flatMap((decision) => newThreadStepOf(decision) ?? [])),
  ];
  const steps = await Promise.all(stepIds.map((id) => findStep(table, workspaceId, campaign.id, id)));
  const withoutSubject = new Set(
    steps.flatMap((step) =>
      step?.variants.some(({ enabled, subject }) => enabled && subject === '') ? [step.id] : [],
    ),
  );
  const message = 'the email would start a new thread, but a variant of its step has no subject';

  return new Map(
    [...decisions].map(([id, decision]) => [
      id,
      withoutSubject.has(newThreadStepOf(decision) ?? '') ? refused('no_subject', message) : decision,
    ]),
  );
}

/** One transaction for all recipients. Reopened sequences need the enrolment lock and mailable contacts. */
function toChange(
  { workspaceId, campaign }: ActionContext,
  decisions: ReadonlyMap<string, ActionDecision>,
  lockWrites: readonly Write[],
): Change<RecipientActionReport> {
  const applied = [...decisions].flatMap(([contactId, decision]) =>
    decision.kind === 'applied' ? [{ contactId, ...decision }] : [],
  );
  const reopened = applied.filter(({ isReopening }) => isReopening);
  const counts = sumCounts(applied);

  return {
    writes: [
      ...applied.flatMap(({ writes }) => writes),
      ...(reopened.length > 0 ? lockWrites : []),
      ...reopened.map(({ contactId }) => ({
        ...mustBeMailable(workspaceId, contactId),
        otherwise: () => new StaleDecision('the contact was suppressed or deleted concurrently'),
      })),
      ...registerZoneWrites(
        workspaceId,
        campaign.id,
        applied.map(({ zone }) => zone),
      ),
      ...(Object.keys(counts).length > 0 ? [countersWrite(workspaceId, campaign.id, counts)] : []),
    ],
    events: applied.flatMap(({ events = [] }) => events),
    increments: applied.flatMap(({ increments = [] }) => increments),
    messages:
      applied.length > 0 && campaign.status === 'active'
        ? [{ queue: 'ticks', message: { campaignId: campaign.id } }]
        : [],
    result: reportOf(decisions),
  };
}

function sumCounts(applied: readonly AppliedAction[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { counts = {} } of applied) {
    for (const [counter, by] of Object.entries(counts)) sums[counter] = (sums[counter] ?? 0) + by;
  }

  return sums;
}

function reportOf(decisions: ReadonlyMap<string, ActionDecision>): RecipientActionReport {
  const results = [...decisions].map(([contactId, decision]) => {
    const { reason, message } = decision.kind === 'refused' ? decision : { reason: null, message: null };

    return { contactId, outcome: decision.kind, reason, message };
  });
  const countOf = (outcome: ActionDecision['kind']) =>
    results.filter((result) => result.outcome === outcome).length;

  return {
    applied: countOf('applied'),
    unchanged: countOf('unchanged'),
    refused: countOf('refused'),
    results,
  };
}
