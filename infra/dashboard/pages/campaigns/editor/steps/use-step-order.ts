import { useRef, useState } from 'react';
import { copyStep, emptyStep, type Step } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { usePreview } from '../preview/preview-context.tsx';
import { moveStep, withNewFirstThread } from './step-order.ts';

/** Changes of the order of the emails. The focus stays on the email that moved. */
export function useStepOrder() {
  const { draft, campaign, reorderSteps } = useEditorContext();
  const { selectEmail } = usePreview();
  const list = useRef<HTMLOListElement>(null);
  const [announcement, announce] = useState('');
  const { steps } = draft;
  /** Of an active campaign only the texts of saved steps can change. New steps follow them. */
  const lockedCount = campaign.status === 'active' ? steps.filter(({ id }) => id !== undefined).length : 0;
  const canMove = (step: Step, offset: -1 | 1): boolean => {
    const from = steps.indexOf(step);
    const to = from + offset;

    return from >= lockedCount && to >= lockedCount && to < steps.length;
  };
  const focusStep = (key: string, ...selectors: readonly string[]): void => {
    requestAnimationFrame(() => focusFirst(list.current, key, selectors));
  };

  return {
    list,
    /** For screen readers. */
    announcement,
    focusStep,
    isLocked: (step: Step): boolean => steps.indexOf(step) < lockedCount,
    canMove,
    move(step: Step, offset: -1 | 1): void {
      if (!canMove(step, offset)) return;
      const from = steps.indexOf(step);
      const to = from + offset;
      const focusedAction = document.activeElement?.getAttribute('data-action');
      reorderSteps((before) => moveStep(before, from, to));
      selectEmail(step.key);
      announce(`Email ${from + 1} is now email ${to + 1} of ${steps.length}`);
      // At an end of the list, the button is disabled.
      focusStep(step.key, `[data-action="${focusedAction}"]:not(:disabled)`, '.step-title');
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
      const position = Math.max(steps.indexOf(step) + 1, lockedCount);
      reorderSteps((before) => withNewFirstThread(before.toSpliced(position, 0, copy)));
      selectEmail(copy.key);
      announce(`Email ${steps.indexOf(step) + 1} copied`);
      focusStep(copy.key, '.step-title');
    },
  };
}

/** Focuses the first of the elements that the email has. */
function focusFirst(list: HTMLElement | null, key: string, selectors: readonly string[]): void {
  const found = selectors.map((selector) =>
    list?.querySelector<HTMLElement>(`[data-step="${key}"] ${selector}`),
  );
  found.find((element) => element)?.focus();
}

export type StepOrder = ReturnType<typeof useStepOrder>;
