import * as z from 'zod/mini';
import { ContactId, distinct, StepId } from '#lib/values/schemas.ts';

/** One transaction holds all recipients of a request: up to three writes for each, and a DynamoDB transaction has 100. */
const actionContactsMax = 25;

/** The actions that require a step. `restart` accepts one. */
const stepActions: readonly string[] = ['skip', 'continue', 'resolve'];

/** An action on recipients of a campaign. */
export const RecipientAction = z
  .strictObject({
    action: z.enum(['retry', 'resume', 'skip', 'remove', 'continue', 'restart', 'resolve']),
    contactIds: z
      .array(ContactId)
      .check(z.minLength(1), z.maxLength(actionContactsMax, { abort: true }), ...distinct('id')),
    stepId: z.optional(StepId),
    outcome: z.optional(z.enum(['sent', 'not_sent'])),
  })
  .check(
    z.refine(({ action, stepId }) => stepId !== undefined || !stepActions.includes(action), {
      error: 'is required for the actions skip, continue and resolve',
      path: ['stepId'],
    }),
    z.refine(
      ({ action, stepId }) => stepId === undefined || action === 'restart' || stepActions.includes(action),
      {
        error: 'is allowed only for the actions skip, continue, restart and resolve',
        path: ['stepId'],
      },
    ),
    z.refine(({ action, outcome }) => (outcome !== undefined) === (action === 'resolve'), {
      error: 'is required for the action resolve, and not allowed for other actions',
      path: ['outcome'],
    }),
  );
export type RecipientAction = z.infer<typeof RecipientAction>;

const RefusalReason = z.enum([
  'active_elsewhere',
  'address_changed',
  'already_sent',
  'clicked',
  'ended',
  'in_flight',
  'in_progress',
  'no_step_left',
  'no_subject',
  'not_enrolled',
  'not_failed',
  'not_next_step',
  'outcome_unknown',
  'outcome_known',
  'paused',
  'replied',
  'step_deleted',
  'suppressed',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** The result of an action for each requested contact, in the order of the request. */
export const RecipientActionReport = z.strictObject({
  applied: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  results: z.array(
    z.strictObject({
      contactId: ContactId,
      outcome: z.enum(['applied', 'unchanged', 'refused']),
      reason: z.nullable(RefusalReason),
      message: z.nullable(z.string()),
    }),
  ),
});
export type RecipientActionReport = z.infer<typeof RecipientActionReport>;
