/**
 * The step that an execution comes to next: the one after the furthest of which it has had a mail. Steps may have come,
 * gone and moved since. When none of those that were sent is left — all were written anew, without their ids — it goes on
 * at the place where it was, so that nobody begins again. Undefined when there is no further step.
 */
export function nextStep<Step extends { readonly id: string }>(
  steps: readonly Step[],
  sentSteps: readonly string[],
): Step | undefined {
  const furthest = steps.findLastIndex(({ id }) => sentSteps.includes(id));

  return steps[furthest < 0 ? sentSteps.length : furthest + 1];
}
