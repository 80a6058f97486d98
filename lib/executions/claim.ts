import type { Execution } from '#lib/executions/execution.ts';
import { keyOfExecution } from '#lib/executions/items.ts';
import type { Update } from '#lib/storage/table.ts';
import type { TrackedAction } from '#lib/values/event-kind.ts';
import { idCode } from '#lib/values/ids.ts';

interface Claim {
  readonly stepId: string;
  readonly variantId: string;
  readonly threadSubject: string | undefined;
  readonly tracked: readonly TrackedAction[];
  /** When the item of the short link to this address expires, with this transaction; 0 without a link. */
  readonly linkUntil: number;
  readonly token: string;
  readonly emailAccountId: string;
  /** `recipientHash` of the contact's address. */
  readonly sentTo: string;
  readonly leaseUntil: number;
  /** Attributes that must be absent: the claim fails after a reply or a click. */
  readonly unless: readonly ('repliedAt' | 'clickedAt')[];
}

/**
 * due → sending. Only after this write may the holder of the token transmit the email. Every change of the next email also
 * changes `dueAt`, so a worker that has read the execution before such a change cannot claim the earlier email.
 */
export function claimWrite(execution: Execution, claim: Claim): Update {
  const { sentCount, dueAt, emailAccountId: previousAccountId, messageDomain } = execution;
  const { stepId, variantId, threadSubject, token, tracked, linkUntil } = claim;
  const { emailAccountId, sentTo, leaseUntil, unless } = claim;

  return {
    update: keyOfExecution(execution),
    set: {
      sendState: 'sending',
      stepId,
      sendToken: token,
      leaseUntil,
      emailAccountId,
      sentTo,
      claimedVariant: idCode(variantId),
      ...(threadSubject !== undefined && { claimedSubject: threadSubject }),
      claimedTracking: tracked,
      ...(linkUntil !== (execution.linkUntil ?? 0) && { linkUntil }),
      // The sender has set it in `execution` if the thread was reassigned.
      ...(messageDomain !== undefined && { messageDomain }),
    },
    if: {
      sendState: { is: 'due' },
      dueAt: { is: dueAt },
      sentCount: { is: sentCount },
      status: { oneOf: ['pending', 'in_progress'] },
      emailAccountId: previousAccountId === undefined ? 'absent' : { is: previousAccountId },
      ...Object.fromEntries(unless.map((attribute) => [attribute, 'absent'])),
    },
  };
}
