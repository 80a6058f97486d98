import { findStep } from '#lib/campaigns/state/find-step.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { commit } from '#lib/commit/commit.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { followUp } from '#lib/emails/follow-up.ts';
import { type Outcome, planSent } from '#lib/emails/outcome.ts';
import { chooseVariant, type Variant } from '#lib/emails/rendering/variant.ts';
import type { Sendable } from '#lib/emails/send-decision.ts';
import { settleSend } from '#lib/emails/settle.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { withSentStep } from '#lib/executions/next-step.ts';
import { visitedWrite } from '#lib/executions/tracking-state.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';
import { idCode } from '#lib/values/ids.ts';

export interface EvidenceServices extends Services {
  readonly signer: TokenSigner;
}

/**
 * The rule for all evidence that a message was delivered. If the outcome is not recorded, the message is recorded as sent,
 * although the worker may still hold the claim: only a delivered message has a recipient. A sign is weaker: a server may follow
 * links before it accepts the message, and a person may write without having received it. Until the claim expires, a sign is only
 * noted, and `markOutcomeUnknown` records the message as sent. Nothing changes if the campaign, the contact or the step was deleted. Idempotent.
 * @param evidence `proof`: a reply, report or complaint that names the message, an unsubscribe, or the Sent folder; `sign`: an open,
 * a click, or a message of the recipient that names no message
 * @returns whether the execution may have changed, so that the caller reads it again
 */
export async function settleByEvidence(
  services: EvidenceServices,
  execution: Execution,
  stepId: string,
  evidence: 'proof' | 'sign',
): Promise<boolean> {
  const { sendState, sendToken, leaseUntil = 0, visitedToken } = execution;
  const isPending = sendState === 'unknown' || sendState === 'sending';
  if (!isPending || sendToken === undefined || execution.stepId !== stepId) return false;
  if (evidence === 'sign' && sendState === 'sending' && leaseUntil >= services.now()) {
    if (visitedToken !== sendToken) {
      await commit(services, execution.workspaceId, { writes: [visitedWrite(execution, sendToken)] });
    }

    return false;
  }
  await settleSend(services, execution, sendToken, async (current) => {
    const outcome = current.sendState === 'done' ? undefined : await planDelivery(services, current);

    return outcome ?? { writes: [] };
  });

  return true;
}

/**
 * Plans the record of the last claimed message as sent. Its id is deterministic, the claim has stored its subject. The send time
 * is now, so follow-up delays start now.
 * @returns undefined if the campaign, the contact, the account or the step was deleted
 */
export async function planDelivery(
  services: EvidenceServices,
  execution: Execution,
): Promise<Outcome | undefined> {
  const { signer, now } = services;
  const { workspaceId, campaignId, sendToken } = execution;
  if (sendToken === undefined) return undefined;
  const parts = await readMessageParts(services, execution);
  if (!parts) return undefined;

  const { campaign, contact, account, stepId, variant } = parts;
  const messageId = await messageIdOf(signer, workspaceId, parts, stepId);
  const next = followUp({ campaign, contact }, withSentStep(execution, stepId), now());
  const transmitted = { stepId, emailAccountId: account.id, variantId: variant.id, messageId };
  const outcome = planSent(execution, sendToken, transmitted, { now: now(), next });

  // Wake the dispatcher: it schedules the follow-up, or completes the campaign.
  return isOpen(execution)
    ? { ...outcome, messages: [{ queue: 'ticks', message: { campaignId } }] }
    : outcome;
}

interface MessageParts extends Sendable {
  readonly variant: Variant;
}

async function readMessageParts(
  { table }: Services,
  execution: Execution,
): Promise<MessageParts | undefined> {
  const { workspaceId, campaignId, contactId, stepId, emailAccountId } = execution;
  if (stepId === undefined || emailAccountId === undefined) return undefined;
  const [campaign, contact, account, step] = await Promise.all([
    findCampaignItem(table, workspaceId, campaignId),
    findContact(table, workspaceId, contactId),
    findAccount(table, workspaceId, emailAccountId),
    findStep(table, workspaceId, campaignId, stepId),
  ]);
  const variant = step && campaign && claimedVariant(step, campaign, execution);
  if (!campaign || !contact || !account || !variant) return undefined;

  return { campaign, contact, account, execution, stepId, variant };
}

/** The variant with the short code that the claim has stored; if the step no longer has it, a new choice. */
function claimedVariant(
  step: Step,
  { winners }: Pick<CampaignItem, 'winners'>,
  { id, claimedVariant: code }: Execution,
): Variant | undefined {
  const claimed = step.variants.find((variant) => idCode(variant.id) === code);

  return claimed ?? chooseVariant(step, id, winners);
}
