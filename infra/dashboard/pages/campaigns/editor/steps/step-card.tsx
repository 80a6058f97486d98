import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../../../components/button.tsx';
import { countOf } from '../../../../components/number.tsx';
import { Confirm } from '../../../../components/overlay/dialog.tsx';
import { isWritten, type Step } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { usePreview } from '../preview/preview-context.tsx';
import { StepTiming } from './step-timing.tsx';
import { stepTitle, timingText } from './step-words.ts';
import type { StepOrder } from './use-step-order.ts';
import { VariantEditor } from './variant-editor.tsx';
import { VariantTabs } from './variant-tabs.tsx';

interface StepCardProps {
  readonly step: Step;
  readonly index: number;
  readonly isOpen: boolean;
  readonly order: StepOrder;
}

const moveOffsets: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** One email of the sequence. Only the selected email is open; the others show their subject. */
export function StepCard({ step, index, isOpen, order }: StepCardProps) {
  const { draft, errorUnder } = useEditorContext();
  const { selectEmail, variantIndex: selectedIndex } = usePreview();
  const variantIndex = Math.min(selectedIndex, step.variants.length - 1);
  const hasError = errorUnder(`steps[${index}]`) !== undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const offset = moveOffsets[event.key];
    if (!event.altKey || offset === undefined) return;
    event.preventDefault();
    order.move(step, offset);
  };

  return (
    <li
      className="step"
      data-step={step.key}
      data-open={isOpen || undefined}
      data-invalid={hasError || undefined}
    >
      {index > 0 && <div className="step-wait">{timingText(step, index)}</div>}
      <section className="card" aria-label={`Email ${index + 1}`}>
        <header className="step-header">
          <h2>
            <button
              type="button"
              className="step-title"
              aria-expanded={isOpen}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onKeyDown={onKeyDown}
              onClick={({ currentTarget }) => {
                selectEmail(step.key);
                // The email above closes, which can move this one out of a small window.
                requestAnimationFrame(() => void currentTarget.scrollIntoView({ block: 'nearest' }));
              }}
            >
              <span className="step-number">{index + 1}</span>
              <span className="step-subject ellipsis">{stepTitle(draft.steps, index)}</span>
              {step.variants.length > 1 && (
                <span className="muted">{countOf(step.variants.length, 'variant')}</span>
              )}
            </button>
          </h2>
          {isOpen && <StepActions {...{ step, index, order }} />}
        </header>
        {isOpen && (
          <div className="step-body">
            <StepTiming index={index} step={step} isLocked={order.isLocked(step)} />
            <VariantTabs step={step} stepIndex={index} variantIndex={variantIndex} />
            <VariantEditor
              key={step.variants[variantIndex]?.key}
              step={step}
              stepIndex={index}
              variantIndex={variantIndex}
            />
          </div>
        )}
      </section>
    </li>
  );
}

function StepActions({ step, index, order }: Omit<StepCardProps, 'isOpen'>) {
  const [isRemoving, setRemoving] = useState(false);
  const name = `email ${index + 1}`;
  const remove = (): void => (step.variants.some(isWritten) ? setRemoving(true) : order.remove(step));

  return (
    <div className="step-actions">
      <IconButton
        size="small"
        label={`Move ${name} up`}
        icon={<ArrowUp />}
        data-action="up"
        disabled={!order.canMove(step, -1)}
        onClick={() => order.move(step, -1)}
      />
      <IconButton
        size="small"
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        data-action="down"
        disabled={!order.canMove(step, 1)}
        onClick={() => order.move(step, 1)}
      />
      <IconButton size="small" label={`Copy ${name}`} icon={<Copy />} onClick={() => order.duplicate(step)} />
      <IconButton
        size="small"
        label={`Remove ${name}`}
        icon={<Trash2 />}
        disabled={order.isLocked(step)}
        onClick={remove}
      />
      <Confirm
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={`Remove ${name}?`}
        action="Remove email"
        onConfirm={async () => order.remove(step)}
      >
        Its texts are lost.
      </Confirm>
    </div>
  );
}
