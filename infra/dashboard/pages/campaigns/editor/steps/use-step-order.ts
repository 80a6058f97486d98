import { useRef, useState } from 'react';
import { copyStep, emptyStep, type Step, withNewFirstThread } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { usePreview } from '../preview/preview-context.tsx';

/** Changes of the order of the emails. The focus stays on the email that moved. */
export function useStepOrder() {
  const { draft, reorderSteps } = useEditorContext();
  const { selectEmail } = usePreview();
  const list = useRef<HTMLOListElement>(null);
  const [announcement, announce] = useState('');
  const { steps } = draft;
  const focusStep = (key: string, selector: string): void => {
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-step="${key}"] ${selector}`)?.focus(),
    );
  };

  return {
    list,
    /** For screen readers. */
    announcement,
    focusStep,
    move(step: Step, offset: -1 | 1): void {
      const from = steps.indexOf(step);
      const to = from + offset;
      if (to < 0 || to >= steps.length) return;
      const focusedAction = document.activeElement?.getAttribute('data-action');
      reorderSteps((before) => withNewFirstThread(moveStep(before, from, to)));
      selectEmail(step.key);
      announce(`Email ${from + 1} is now email ${to + 1} of ${steps.length}`);
      focusStep(step.key, focusedAction ? `[data-action="${focusedAction}"]` : '.step-title');
    },
    remove(step: Step): void {
      const position = steps.indexOf(step);
      const remainingSteps = withNewFirstThread(steps.filter((other) => other !== step));
      reorderSteps(() => (remainingSteps.length > 0 ? remainingSteps : [emptyStep(0)]));
      announce(`Email ${position + 1} removed`);
      const next = remainingSteps[Math.min(position, remainingSteps.length - 1)];
      if (next) {
        selectEmail(next.key);
        focusStep(next.key, '.step-title');
      }
    },
    duplicate(step: Step): void {
      const copy = copyStep(step);
      const position = steps.indexOf(step) + 1;
      reorderSteps((before) => withNewFirstThread(before.toSpliced(position, 0, copy)));
      selectEmail(copy.key);
      announce(`Email ${position} copied`);
      focusStep(copy.key, '.step-title');
    },
  };
}

export type StepOrder = ReturnType<typeof useStepOrder>;

function moveStep(steps: readonly Step[], from: number, to: number): readonly Step[] {
  const step = steps[from];

  return step ? steps.toSpliced(from, 1).toSpliced(to, 0, step) : steps;
}
