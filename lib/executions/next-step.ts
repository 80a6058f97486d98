/** How far an execution has come. */
export interface Progress {
  /** The steps of which it has had a mail, in their order. */
  readonly sentSteps: readonly string[];
  /** The one that came next when the last of them was sent. */
  readonly nextStepId?: string | undefined;
  /** The step at which it was continued, whatever comes before or after. */
  readonly continueAt?: string | undefined;
}

/**
 * The step that an execution comes to next: the one after the furthest of which it has had a mail. Steps may have come,
 * gone and moved since. When none of those that were sent is left, it is the one that came next then; when that is gone
 * too — all were written anew, without their ids — it goes on at the place where it was, so that nobody begins again.
 * Undefined when there is no further step.
 */
export function nextStep<Step extends { readonly id: string }>(
  steps: readonly Step[],
  { sentSteps, nextStepId, continueAt }: Progress,
): Step | undefined {
  const chosen = steps.find(({ id }) => id === continueAt && !sentSteps.includes(id));
  if (chosen) return chosen;
  const furthest = steps.findLastIndex(({ id }) => sentSteps.includes(id));
  if (furthest >= 0) return steps[furthest + 1];

  return steps.find(({ id }) => id === nextStepId) ?? steps[sentSteps.length];
}
