/** Progress of an execution through the steps. */
export interface SequenceProgress {
  /** Ids of the sent steps, in order of sending. */
  readonly sentSteps: readonly string[];
  /** The step that followed when the last step was sent. */
  readonly nextStepId?: string | undefined;
  /** The step at which an API client continued the execution. */
  readonly continueAt?: string | undefined;
}

/**
 * The next step of an execution; undefined after the last one. Steps may have been added, deleted and moved since the
 * last email. In this order of preference:
 * 1. the step at which the execution was continued, if it was not sent yet
 * 2. the step after the last sent step that still exists
 * 3. the step that followed when the last step was sent
 * 4. the step at the same position, so that replaced steps never restart the sequence
 */
export function nextStep<Step extends { readonly id: string }>(
  steps: readonly Step[],
  { sentSteps, nextStepId, continueAt }: SequenceProgress,
): Step | undefined {
  const chosen = steps.find(({ id }) => id === continueAt && !sentSteps.includes(id));
  if (chosen) return chosen;
  const furthest = steps.findLastIndex(({ id }) => sentSteps.includes(id));
  if (furthest >= 0) return steps[furthest + 1];

  return steps.find(({ id }) => id === nextStepId) ?? steps[sentSteps.length];
}
