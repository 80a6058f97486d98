import { type RefObject, useRef, useState } from 'react';
import { copyStep, emptyStep, type Step } from '../draft.ts';
import { useDraft } from '../editor-context.ts';
import { usePreview } from '../preview/preview-context.tsx';

export interface StepOrder {
  readonly list: RefObject<HTMLOListElement | null>;
  /** For screen readers. */
  readonly announcement: string;
  move(step: Step, by: -1 | 1): void;
  remove(step: Step): void;
  duplicate(step: Step): void;
  focusStep(key: string, selector: string): void;
}

/** The first email starts a conversation. */
const withFirst = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step, index) => (index === 0 ? { ...step, thread: 'new' } : step));

/** Changes of the order of the emails. The focus stays on the email that moved. */
export function useStepOrder(): StepOrder {
  const { draft, change } = useDraft();
  const { select } = usePreview();
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
    announcement,
    focusStep,
    move(step, by) {
      const from = steps.indexOf(step);
      const to = from + by;
      if (to < 0 || to >= steps.length) return;
      const focused = document.activeElement?.getAttribute('data-action');
      change((before) => ({ ...before, steps: withFirst(moved(before.steps, from, to)) }), true);
      select(step.key);
      announce(`Email ${from + 1} is now email ${to + 1} of ${steps.length}`);
      focusStep(step.key, focused ? `[data-action="${focused}"]` : '.step-title');
    },
    remove(step) {
      const at = steps.indexOf(step);
      const rest = withFirst(steps.filter((one) => one !== step));
      change((before) => ({ ...before, steps: rest.length > 0 ? rest : [emptyStep(0)] }), true);
      announce(`Email ${at + 1} removed`);
      const next = rest[Math.min(at, rest.length - 1)];
      if (next) {
        select(next.key);
        focusStep(next.key, '.step-title');
      }
    },
    duplicate(step) {
      const copy = copyStep(step);
      const at = steps.indexOf(step) + 1;
      change((before) => ({ ...before, steps: withFirst(before.steps.toSpliced(at, 0, copy)) }), true);
      select(copy.key);
      announce(`Email ${at} copied`);
      focusStep(copy.key, '.step-title');
    },
  };
}

function moved(steps: readonly Step[], from: number, to: number): readonly Step[] {
  const step = steps[from];

  return step ? steps.toSpliced(from, 1).toSpliced(to, 0, step) : steps;
}
