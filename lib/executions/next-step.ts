import type { Execution } from '#lib/executions/execution.ts';

/** Progress of an execution through the steps. */
export type SequenceProgress = Pick<Execution, 'sentSteps' | 'skippedSteps' | 'nextStepId' | 'continueAt'>;

/**
 * The next step of an execution; undefined after the last one. Steps may have been added, deleted and moved since the
 * last email. In this order of preference:
 * 1. the step at which the execution was continued, if it was neither sent nor skipped yet
 * 2. the step after the last sent or skipped step that still exists
 * 3. the step that followed the last sent or skipped step at that time
 * 4. the step at the same position, so that replaced steps never restart the sequence
 */
export function nextStep<Step extends { readonly id: string }>(
  steps: readonly Step[],
  { sentSteps, skippedSteps = [], nextStepId, continueAt }: SequenceProgress,
): Step | undefined {
  const passed = [...sentSteps, ...skippedSteps];
  const continuedStep = steps.find(({ id }) => id === continueAt && !passed.includes(id));
  if (continuedStep) return continuedStep;
  const lastPassedIndex = steps.findLastIndex(({ id }) => passed.includes(id));
  if (lastPassedIndex >= 0) return steps[lastPassedIndex + 1];

  return steps.find(({ id }) => id === nextStepId) ?? steps[passed.length];
}

/** The progress after a step was sent. */
export function withSentStep<Progress extends SequenceProgress>(
  progress: Progress,
  stepId: string,
): Progress {
  return { ...progress, sentSteps: [...progress.sentSteps, stepId] };
}
