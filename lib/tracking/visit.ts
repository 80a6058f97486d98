import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { isUnknownSend, recordEvidence } from '#lib/emails/evidence.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { sentAtOf } from '#lib/executions/visits.ts';
import type { Visit } from '#lib/http/visit.ts';
import type { HostServices } from '#lib/links/hosts.ts';
import type { TrackingToken } from '#lib/links/token.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import { planClick } from '#lib/tracking/click.ts';
import { planOpen } from '#lib/tracking/open.ts';
import { rememberSeen, wasSeen } from '#lib/tracking/seen-lately.ts';
import { type BotReason, judgeMoment, judgeRequest } from '#lib/tracking/verdict.ts';

export type VisitChange = Omit<Change<undefined>, 'result'>;

export interface TrackingServices extends HostServices {
  readonly signer: TokenSigner;
}

type Seen = Extract<TrackingToken, { kind: 'open' | 'click' }>;

/**
 * Records an open or a click. Visits after the end of the execution count too. After the campaign or the contact was deleted,
 * nothing is recorded. Idempotent.
 */
export async function recordVisit(services: TrackingServices, token: Seen, visit: Visit): Promise<void> {
  const told = judgeRequest(token.kind, visit);
  const name = `${told ?? ''} ${visit.token}`;
  if (wasSeen(name, visit.receivedAt)) return;

  const outcome = await record(services, token, { visit, told });
  // Do not cache a visit that was too early: a person may follow with the same token.
  if (outcome === told) rememberSeen(name, visit.receivedAt);
}

/** Whether the campaign and the execution of a message still exist. Eventually consistent. */
export async function isMessageKept({ table }: TrackingServices, token: Seen): Promise<boolean> {
  const { workspaceId, campaignId, contactId } = token;
  const [campaign, execution] = await Promise.all([
    findCampaignItem(table, workspaceId, campaignId),
    findExecution(table, workspaceId, contactId, campaignId),
  ]);

  return campaign !== undefined && execution !== undefined;
}

interface Judged {
  readonly visit: Visit;
  readonly told: BotReason | undefined;
}

/** @returns the reason why the visit was classified as a bot's; undefined for a person's visit */
async function record(
  services: TrackingServices,
  token: Seen,
  { visit, told }: Judged,
): Promise<BotReason | undefined> {
  const { now } = services;
  let consistent = false;
  let isDoubtful = false;

  return decideAnew(async () => {
    const found = await findVisited(services, token, { consistent });
    consistent = true;
    if (!found) return told;
    const { execution, isEvidence } = found;
    isDoubtful ||= isEvidence;
    const at = visit.receivedAt;
    // If this visit is the proof of delivery, the recorded send time is later than the real one.
    const reason = told ?? judgeMoment(at, isDoubtful ? undefined : sentAtOf(execution, token.stepId));
    const change = planVisit(execution, token, { at, now: now(), reason });
    if (change) await commit(services, token.workspaceId, change);

    return reason;
  });
}

/** The visited execution, after an unknown outcome was recorded as sent. */
async function findVisited(
  services: TrackingServices,
  token: Seen,
  options: { readonly consistent: boolean },
): Promise<{ readonly execution: Execution; readonly isEvidence: boolean } | undefined> {
  const { table } = services;
  const { workspaceId, campaignId, contactId, executionId, stepId } = token;
  const [execution, campaign, contact] = await Promise.all([
    findExecution(table, workspaceId, contactId, campaignId, options),
    findCampaignItem(table, workspaceId, campaignId),
    findContact(table, workspaceId, contactId),
  ]);
  if (!campaign || !contact || execution?.id !== executionId) return undefined;
  if (!isUnknownSend(execution, stepId)) return { execution, isEvidence: false };
  await recordEvidence(services, execution);
  const settled = await findExecution(table, workspaceId, contactId, campaignId, { consistent: true });

  return settled && { execution: settled, isEvidence: true };
}

interface Moment {
  readonly at: number;
  readonly now: number;
  readonly reason: BotReason | undefined;
}

function planVisit(execution: Execution, token: Seen, { at, now, reason }: Moment): VisitChange | undefined {
  const { id: executionId, campaignId, contactId, emailAccountId } = execution;
  // A visited message was sent, so its execution has an account. This check satisfies the type.
  if (emailAccountId === undefined) return undefined;
  const mail: NewEvent['data'] & { stepId: string } = {
    ...{ executionId, campaignId, contactId, stepId: token.stepId, emailAccountId },
  };
  if (token.kind === 'open') return planOpen(execution, mail, at, reason);
  const { target: url, index } = token;

  return planClick(execution, { mail, url, index, at }, now, reason);
}
