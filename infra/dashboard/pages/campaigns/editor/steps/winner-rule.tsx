import { NumberField } from '../../../../components/field.tsx';
import { SelectField } from '../../../../components/select.tsx';
import type { Step } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';

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
  label: `${Number(value) * 100} %`,
}));

/** The rule by which the service chooses the winner of the A/B test automatically. */
export function WinnerRule({ stepIndex }: { readonly stepIndex: number }) {
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
