import { Plus } from 'lucide-react';
import { Button } from '../../../../components/button.tsx';
import { formatPercent } from '../../../../components/number.tsx';
import { Segments } from '../../../../components/segments.tsx';
import { copyVariant, type Step, type Variant } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import { letterOf } from '../field-names.ts';
import { usePreview } from '../preview/preview-context.tsx';

const variantsMax = 5;

export interface VariantProps {
  readonly step: Step;
  readonly stepIndex: number;
  readonly variantIndex: number;
}

/** The alternative texts of an email with their shares. */
export function VariantTabs({ step, stepIndex, variantIndex }: VariantProps) {
  const { errorUnder } = useEditorContext();
  const { selectEmail } = usePreview();
  const { variants } = step;
  const shares = sharesOf(variants);
  if (variants.length === 1) return null;

  return (
    <div className="row">
      <Segments
        label="Variants"
        segments={variants.map(({ key, enabled }, index) => ({
          value: key,
          label: (
            <>
              {letterOf(index)}
              <span className="muted">{enabled ? formatPercent(shares[index] ?? 0) : 'off'}</span>
            </>
          ),
          isInvalid: errorUnder(`steps[${stepIndex}].variants[${index}]`) !== undefined,
        }))}
        value={variants[variantIndex]?.key ?? ''}
        onChange={(key) => selectEmail(step.key, key)}
      />
      <AddVariant step={step} variantIndex={variantIndex} />
    </div>
  );
}

/** The share of contacts that get each variant, 0 to 1. If all weights are 0, the enabled variants are equal. */
function sharesOf(variants: readonly Variant[]): number[] {
  // While its field is empty, a weight is null.
  const weights = variants.map(({ enabled, weight }) => (enabled ? weight || 0 : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const enabledCount = variants.filter((variant) => variant.enabled).length;

  return variants.map((variant, index) => {
    if (total > 0) return (weights[index] ?? 0) / total;

    return variant.enabled ? 1 / enabledCount : 0;
  });
}

/** Adds a copy of the current variant. The second variant starts an A/B test. */
export function AddVariant({ step, variantIndex }: Omit<VariantProps, 'stepIndex'>) {
  const { change } = useEditorContext();
  const { selectEmail } = usePreview();
  const add = (): void => {
    const source = step.variants[variantIndex];
    if (!source) return;
    const copy = copyVariant(source);
    const withCopy = (other: Step): Step =>
      other.key === step.key ? { ...other, variants: [...other.variants, copy] } : other;
    change((draft) => ({ ...draft, steps: draft.steps.map(withCopy) }));
    selectEmail(step.key, copy.key);
  };

  return (
    <Button
      size="small"
      variant="quiet"
      className={step.variants.length === 1 ? 'variant-add' : ''}
      icon={<Plus />}
      disabled={step.variants.length >= variantsMax}
      title="Copies this text. Each contact gets one of the variants."
      onClick={add}
    >
      {step.variants.length === 1 ? 'Test a second variant' : 'Add variant'}
    </Button>
  );
}
