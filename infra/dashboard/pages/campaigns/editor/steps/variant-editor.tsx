import { Trash2 } from 'lucide-react';
import { Button } from '../../../../components/button.tsx';
import { CheckboxField, NumberField } from '../../../../components/field.tsx';
import type { Step } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { letterOf } from '../field-names.ts';
import { usePreview } from '../preview/preview-context.tsx';
import { BodyField } from './body-field.tsx';
import { subjectOf } from './step-words.ts';
import { TemplateField } from './template-field.tsx';
import { AddVariant } from './variant-tabs.tsx';
import { WinnerRule } from './winner-rule.tsx';

interface VariantEditorProps {
  readonly step: Step;
  readonly stepIndex: number;
  readonly variantIndex: number;
}

export function VariantEditor({ step, stepIndex, variantIndex }: VariantEditorProps) {
  const { field, draft } = useEditorContext();
  const path = `steps[${stepIndex}].variants[${variantIndex}]`;
  const variant = step.variants[variantIndex];
  if (!variant) return null;
  const isReply = step.thread === 'reply';

  return (
    <>
      {isReply && variant.subject === '' ? (
        <p className="step-reply">
          <span className="muted">Subject</span> {subjectOf(draft.steps, stepIndex) || 'of the first email'}
        </p>
      ) : (
        <TemplateField
          label="Subject"
          placeholder="Quick question about {{company.name}}"
          help={
            isReply
              ? 'A reply has the subject of its conversation. Empty this field, or send it as a new conversation.'
              : undefined
          }
          {...field(`${path}.subject`)}
        />
      )}
      <BodyField path={path} variant={variant} />
      {step.variants.length > 1 ? (
        <>
          <VariantSettings {...{ step, stepIndex, variantIndex }} />
          <WinnerRule stepIndex={stepIndex} />
        </>
      ) : (
        <AddVariant step={step} variantIndex={variantIndex} />
      )}
    </>
  );
}

function VariantSettings({ step, stepIndex, variantIndex }: VariantEditorProps) {
  const { field, change } = useEditorContext();
  const { selectEmail } = usePreview();
  const path = `steps[${stepIndex}].variants[${variantIndex}]`;
  const variantKey = step.variants[variantIndex]?.key;
  const withoutVariant = (other: Step): Step =>
    other.key === step.key
      ? { ...other, variants: other.variants.filter(({ key }) => key !== variantKey) }
      : other;
  const remove = (): void => {
    const isReordered = true;
    change((draft) => ({ ...draft, steps: draft.steps.map(withoutVariant) }), isReordered);
    selectEmail(step.key);
  };

  return (
    <div className="variant-settings">
      <NumberField label="Weight" min={0} max={100} {...field<number | null>(`${path}.weight`)} />
      <CheckboxField label="Used" help="Contacts are assigned to it" {...field<boolean>(`${path}.enabled`)} />
      <Button size="small" variant="quiet" icon={<Trash2 />} onClick={remove}>
        {`Remove variant ${letterOf(variantIndex)}`}
      </Button>
    </div>
  );
}
