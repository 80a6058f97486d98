import type { ContinuationFault } from '#lib/campaigns/enrolment/continue.ts';
import type { RefusalReason } from '#lib/campaigns/recipients/action.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import type { CounterIncrement, NewEvent } from '#lib/commit/change.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import type { EvidenceServices } from '#lib/emails/proven-delivery.ts';
import type { Execution } from '#lib/executions/execution.ts';
import type { Write } from '#lib/storage/table.ts';

/** What an action does to one recipient. */
export type ActionDecision =
  | AppliedAction
  /** The recipient already has the state that the action leads to. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string };

export interface AppliedAction {
  readonly kind: 'applied';
  readonly writes: readonly Write[];
  readonly events?: readonly NewEvent[];
  readonly increments?: readonly CounterIncrement[];
  /** Increments of the campaign's counters, added in the same transaction. `increments` are added later, by publishing. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Whether an ended sequence continues: the transaction then excludes other enrolments of the contact. */
  readonly isReopening?: boolean;
  /** Time zone of the queue of a new execution. */
  readonly zone?: string | undefined;
  /** Id of the next step if its email starts a thread: the step needs a subject. */
  readonly newThreadStepId?: string | undefined;
}

export interface ActionContext {
  readonly services: EvidenceServices;
  readonly workspaceId: string;
  readonly campaign: CampaignItem;
  readonly now: number;
}

/** A contact that is or was in the campaign. */
export interface ActionRecipient {
  readonly contact: Contact;
  readonly execution: Execution;
  /** Open executions in other started campaigns, which reserve the contact. */
  readonly reserving: readonly Execution[];
}

export const unchangedDecision: ActionDecision = { kind: 'unchanged' };

export function refused(reason: RefusalReason, message: string): ActionDecision {
  return { kind: 'refused', reason, message };
}

/** The refusal of an action that would continue the execution. `exists`: its step or its account was deleted. */
export function refusedByFault({ rule, message }: ContinuationFault): ActionDecision {
  return rule === 'exists' ? refusedStepDeleted : refused(rule, message);
}

export const refusedStepDeleted = refused(
  'step_deleted',
  'the step of the email, or its account, was deleted',
);

export const refusedNotEnrolled = refused(
  'not_enrolled',
  'the contact does not exist, or was never enrolled in the campaign',
);

export const refusedInFlight = refused('in_flight', 'an email to the contact is in flight: try again later');

export const refusedOutcomeUnknown = refused(
  'outcome_unknown',
  'it is unknown whether the last email was sent: resolve it first',
);

export const refusedEnded = refused('ended', 'the sequence of the contact has ended: continue or restart it');
