import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { settleByEvidence } from '#lib/emails/proven-delivery.ts';
import { type Execution, mayHaveSent } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { RepeatedBotVisit, sentAtOf } from '#lib/executions/tracking-state.ts';
import type { Visit } from '#lib/http/visit.ts';
import type { HostServices } from '#lib/links/hosts.ts';
import type { TrackingToken } from '#lib/links/token.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { type BotReason, detectBotRequest, detectEarlyVisit } from '#lib/tracking/bot-detection.ts';
import { planClick } from '#lib/tracking/click.ts';
import { planOpen } from '#lib/tracking/open.ts';
import { markRecorded, wasRecentlyRecorded } from '#lib/tracking/recent-visits.ts';

export interface TrackingServices extends HostServices {
  readonly signer: TokenSigner;
}

type VisitToken = Extract<TrackingToken, { kind: 'open' | 'click' }>;

/**
 * Records an open or a click. Visits after the end of the execution count too. After the campaign or the contact was deleted,
 * nothing is recorded. Idempotent.
 */
export async function recordVisit(
  services: TrackingServices,
  token: VisitToken,
  visit: Visit,
): Promise<void> {
  const requestReason = detectBotRequest(token.kind, visit);
  if (wasRecentlyRecorded(visitKeyOf(visit, requestReason), visit.receivedAt)) return;

  const botReason = await commitVisit(services, token, visit, requestReason);
  markRecorded(visitKeyOf(visit, botReason), visit.receivedAt);
}

/** Visits for different reasons are different: after a visit that was too early, a person may follow with the same token. */
function visitKeyOf({ token }: Visit, reason: BotReason | undefined): string {
  return `${reason ?? ''} ${token}`;
}

/** Whether the campaign and the execution of a message still exist. */
export async function isMessageStored({ table }: TrackingServices, token: VisitToken): Promise<boolean> {
  const { workspaceId, campaignId, contactId } = token;
  const [campaign, execution] = await Promise.all([
    findCampaignItem(table, workspaceId, campaignId),
    findExecution(table, workspaceId, contactId, campaignId),
  ]);

  return campaign !== undefined && execution !== undefined;
}

/** @returns the reason why the visit was classified as a bot's; undefined for a person's visit */
async function commitVisit(
  services: TrackingServices,
  token: VisitToken,
  visit: Visit,
  requestReason: BotReason | undefined,
): Promise<BotReason | undefined> {
  const { now } = services;
  let isSendTimeUnknown = false;

  return retryOnConflict(async () => {
    const visited = await findVisitedExecution(services, token);
    if (!visited) return requestReason;
    const { execution, isEvidence } = visited;
    // If this visit proved the delivery, the send time is the time of its record, and the visit would seem too early. The flag
    // is kept for retries, which find the outcome already recorded.
    isSendTimeUnknown ||= isEvidence;
    const at = visit.receivedAt;
    const reason =
      requestReason ??
      detectEarlyVisit(at, isSendTimeUnknown ? undefined : sentAtOf(execution, token.stepId));
    if (reason !== requestReason && wasRecentlyRecorded(visitKeyOf(visit, reason), at)) return reason;
    const change = planVisit(execution, token, { at, now: now(), reason });
    if (change) await commitUnlessRepeated(services, token.workspaceId, change);

    return reason;
  });
}

async function commitUnlessRepeated(
  services: TrackingServices,
  workspaceId: string,
  change: Outcome,
): Promise<void> {
  try {
    await commit(services, workspaceId, change);
  } catch (error) {
    if (!(error instanceof RepeatedBotVisit)) throw error;
  }
}

/**
 * The visited execution, after a message without a recorded outcome was recorded as sent. `isEvidence`: this visit proved the delivery. Undefined
 * if the campaign, the contact or the execution no longer exists.
 */
async function findVisitedExecution(
  services: TrackingServices,
  token: VisitToken,
): Promise<{ readonly execution: Execution; readonly isEvidence: boolean } | undefined> {
  const { table } = services;
  const { workspaceId, campaignId, contactId, executionId, stepId } = token;
  const [execution, campaign, contact] = await Promise.all([
    findExecution(table, workspaceId, contactId, campaignId),
    findCampaignItem(table, workspaceId, campaignId),
    findContact(table, workspaceId, contactId),
  ]);
  if (!campaign || !contact || execution?.id !== executionId) return undefined;
  if (!(await settleByEvidence(services, execution, stepId, 'sign'))) return { execution, isEvidence: false };
  const settled = await findExecution(table, workspaceId, contactId, campaignId);

  return settled && { execution: settled, isEvidence: true };
}

interface VisitContext {
  readonly at: number;
  readonly now: number;
  readonly reason: BotReason | undefined;
}

function planVisit(
  execution: Execution,
  token: VisitToken,
  { at, now, reason }: VisitContext,
): Outcome | undefined {
  const { id: executionId, campaignId, contactId, emailAccountId } = execution;
  // A preview has the links of its message before the message is sent.
  if (emailAccountId === undefined || !mayHaveSent(execution, token.stepId)) return undefined;
  const message: NewEvent['data'] & { stepId: string } = {
    executionId,
    campaignId,
    contactId,
    stepId: token.stepId,
    emailAccountId,
  };
  if (token.kind === 'open') return planOpen(execution, message, at, reason);
  const { target: url, index } = token;

  return planClick(execution, { message, url, index, at }, now, reason);
}
