import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Segments } from '../../../../components/segments.tsx';
import { useMediaQuery } from '../../../../components/use-media-query.ts';
import { ActiveNotice } from '../active-notice.tsx';
import { emptyStep } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { usePreview } from '../preview/preview-context.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import { StepCard } from './step-card.tsx';
import { useStepOrder } from './use-step-order.ts';
import './steps.css';

const stepsMax = 20;

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const;
type View = (typeof views)[number]['value'];

/** The sequence beside its preview. Narrow windows show only the sequence or the preview. */
export function EmailsSection() {
  const isNarrow = useMediaQuery('(max-width: 1100px)');
  const [view, setView] = useState<View>('write');
  const showsSteps = !isNarrow || view === 'write';
  const showsPreview = !isNarrow || view === 'preview';

  return (
    <>
      {isNarrow && <Segments label="View" segments={views} value={view} onChange={setView} />}
      <div className="emails">
        {showsSteps && <Steps />}
        {showsPreview && (
          <div className="emails-preview">
            <PreviewPanel />
          </div>
        )}
      </div>
    </>
  );
}

function Steps() {
  const { draft, campaign, change } = useEditorContext();
  const { stepIndex, selectEmail } = usePreview();
  const order = useStepOrder();
  const { steps } = draft;
  const add = (): void => {
    const step = emptyStep(steps.length);
    change((before) => ({ ...before, steps: [...before.steps, step] }));
    selectEmail(step.key);
    order.focusStep(step.key, '.template-control .input');
  };

  return (
    <div className="stack steps">
      {campaign.status === 'active' && (
        <ActiveNotice>
          Changed texts apply to the next emails. Contacts in progress also get the follow-ups that you add.
          To remove or move saved emails, or to change their delays, pause the campaign first.
        </ActiveNotice>
      )}
      <ol ref={order.list} className="step-list">
        {steps.map((step, index) => (
          <StepCard key={step.key} step={step} index={index} isOpen={index === stepIndex} order={order} />
        ))}
      </ol>
      <Button icon={<Plus />} disabled={steps.length >= stepsMax} onClick={add}>
        {steps.length === 0 ? 'Add an email' : 'Add a follow-up'}
      </Button>
      <span className="visually-hidden" role="status">
        {order.announcement}
      </span>
    </div>
  );
}
