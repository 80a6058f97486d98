import { followUp } from '#lib/emails/follow-up.ts';
import { planRelease, planSent } from '#lib/emails/outcome.ts';
import type { Prepared } from '#lib/emails/prepare.ts';
import { planAccountRefusal, planRefused } from '#lib/emails/refused.ts';
import type { Sendable } from '#lib/emails/send-decision.ts';
import { settleSend } from '#lib/emails/settle.ts';
import type { ClaimedEmail, SendServices } from '#lib/emails/transmit.ts';
import { markOutcomeUnknown } from '#lib/emails/unknown-outcome.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { withSentStep } from '#lib/executions/next-step.ts';
import type { Write } from '#lib/storage/table.ts';

/** Longest delay of an email after a failure of the account has interrupted its transmission. */
const releaseDelayMs = 15 * 60_000;

/** A send with its composed email, before the claim. */
export type PreparedSend = Sendable & {
  readonly workspaceId: string;
  readonly composed: Extract<Prepared, { kind: 'prepared' }>;
  /** Writes that the claim includes to enforce the campaign's limits. */
  readonly limitWrites: readonly Write[];
};

/** A send that this worker has claimed. */
type ClaimedSend = PreparedSend & { readonly token: string };

/**
 * A follow-up waits for its account. A first email is due now, because another account may send it. The time is never in the
 * past: the dispatcher finds an email before its position in the queue only at the next rescan.
 * @param until end of the account's cool-down
 */
export function dueAfterFailure({ sentCount }: Execution, until: number | undefined, now: number): number {
  return sentCount > 0 ? Math.max(now, until ?? now) : now;
}

/** The email of a claimed send. Its outcome changes the execution, the contact, the campaign's counters and the account. */
export function toClaimedEmail(services: SendServices, claimedSend: ClaimedSend): ClaimedEmail {
  const { account, contact, execution, token, stepId, composed } = claimedSend;
  const { variantId, messageId, raw } = composed;
  const { email: address } = contact;
  const transmitted = { stepId, emailAccountId: account.id, variantId, messageId };

  return {
    to: address,
    raw,
    recordSent: ({ serverId }) =>
      settleSend(services, execution, token, (current) => {
        const now = services.now();
        const next = followUp(claimedSend, withSentStep(current, stepId), now);

        return planSent(current, token, transmitted, { now, serverId, next });
      }),
    recordRefusal: (refused) =>
      settleSend(services, execution, token, (current) =>
        planRefused(services, { execution: current, token, address, transmitted }, account, refused),
      ),
    makeDue: (until) => {
      const now = services.now();
      // The recipient may be the cause, so the next account does not get the email immediately.
      const laterAt = Math.max(
        dueAfterFailure(execution, until, now),
        Math.min(until ?? Number.MAX_VALUE, now + releaseDelayMs),
      );

      return settleSend(services, execution, token, (current) => planRelease(current, token, laterAt));
    },
    recordUnknown: () =>
      markOutcomeUnknown(services, execution, token, () =>
        planAccountRefusal(services, execution.workspaceId, account, { address }),
      ),
  };
}
