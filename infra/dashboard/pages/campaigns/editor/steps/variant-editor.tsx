import { Trash2 } from 'lucide-react';
import { Button } from '../../../../components/button.tsx';
import { CheckboxField, NumberField } from '../../../../components/form/field.tsx';
import { SelectField } from '../../../../components/form/select.tsx';
import { formatPercent } from '../../../../components/number.tsx';
import { ContentPanel } from '../checks/content-panel.tsx';
import type { Step } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { letterOf } from '../field-names.ts';
import { usePreview } from '../preview/preview-context.tsx';
import { BodyField } from './body-field.tsx';
import { subjectOf } from './step-words.ts';
import { TemplateField } from './template-field.tsx';
import { AddVariant, type VariantProps } from './variant-tabs.tsx';

export function VariantEditor({ step, stepIndex, variantIndex }: VariantProps) {
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
      <ContentPanel variant={variant} isReply={isReply} />
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

function VariantSettings({ step, stepIndex, variantIndex }: VariantProps) {
  const { field, reorderSteps } = useEditorContext();
  const { selectEmail } = usePreview();
  const path = `steps[${stepIndex}].variants[${variantIndex}]`;
  const variantKey = step.variants[variantIndex]?.key;
  const withoutVariant = (other: Step): Step =>
    other.key === step.key
      ? { ...other, variants: other.variants.filter(({ key }) => key !== variantKey) }
      : other;
  const remove = (): void => {
    reorderSteps((steps) => steps.map(withoutVariant));
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

type Rule = NonNullable<Step['winnerRule']>;

const defaultRule: Rule = { metric: 'replied', minSent: 100, minProbability: 0.95 };

const metrics = [
  { value: 'none', label: 'Never' },
  { value: 'replied', label: 'When one gets more replies' },
  { value: 'clicked', label: 'When one gets more clicks' },
  { value: 'opened', label: 'When one gets more opens' },
] as const satisfies readonly { value: Rule['metric'] | 'none'; label: string }[];

const probabilities = ['0.8', '0.9', '0.95', '0.99'].map((value) => ({
  value,
  label: formatPercent(Number(value)),
}));

/** The rule by which the service chooses the winner of the A/B test automatically. */
function WinnerRule({ stepIndex }: { readonly stepIndex: number }) {
  const { field, errorUnder } = useEditorContext();
  const path = `steps[${stepIndex}].winnerRule`;
  const { name, value: rule, onChange } = field<Rule | null>(path);
  const probability = field<number>(`${path}.minProbability`);

  return (
    <div className="form-row winner-rule">
      <SelectField
        label="Choose a winner"
        name={name}
        options={metrics}
        value={rule?.metric ?? 'none'}
        onChange={(metric) => onChange(metric === 'none' ? null : { ...defaultRule, ...rule, metric })}
        error={errorUnder(`${path}.metric`)}
      />
      {rule && (
        <>
          <NumberField
            label="Emails of each variant"
            min={10}
            max={100_000}
            {...field<number | null>(`${path}.minSent`)}
          />
          <SelectField
            label="Probability"
            {...probability}
            options={probabilities}
            value={String(rule.minProbability)}
            onChange={(value) => probability.onChange(Number(value))}
          />
        </>
      )}
    </div>
  );
}
