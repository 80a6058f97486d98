import { CheckboxField } from '../../../../components/form/field.tsx';
import { Select } from '../../../../components/form/select.tsx';
import type { Step } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';

type Unit = Step['delay']['unit'];

const units = [
  { value: 'minutes', label: 'minutes' },
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
] as const satisfies readonly { value: Unit; label: string }[];

const threads = [
  { value: 'reply', label: 'as a reply' },
  { value: 'new', label: 'as a new conversation' },
] as const;

interface StepTimingProps {
  readonly step: Step;
  readonly index: number;
  readonly isLocked: boolean;
}

/** When the email is due, as one sentence of fields. */
export function StepTiming({ step, index, isLocked }: StepTimingProps) {
  const { field, errorUnder } = useEditorContext();
  const path = `steps[${index}]`;
  const amount = field<number>(`${path}.delay.value`);
  const unit = field<Unit>(`${path}.delay.unit`);
  const thread = field<Step['thread']>(`${path}.thread`);
  const businessDays = field<boolean>(`${path}.businessDaysOnly`);
  const error =
    errorUnder(`${path}.delay`) ?? errorUnder(`${path}.thread`) ?? errorUnder(`${path}.businessDaysOnly`);

  return (
    <div className="row step-timing">
      <fieldset className="row" disabled={isLocked}>
        <legend className="visually-hidden">Timing</legend>
        <span>Send</span>
        <input
          className="input step-delay"
          type="number"
          aria-label="Delay"
          name={amount.name}
          min={0}
          max={365}
          value={Number.isNaN(amount.value) ? '' : amount.value}
          aria-invalid={amount.error ? true : undefined}
          onChange={(event) => amount.onChange(event.target.valueAsNumber)}
        />
        {isLocked ? (
          <span>{step.delay.unit}</span>
        ) : (
          <Select
            size="small"
            aria-label="Unit of the delay"
            options={units}
            value={unit.value}
            onChange={unit.onChange}
          />
        )}
        <span>{index === 0 ? 'after the contact is enrolled' : 'after the previous email'}</span>
        {index > 0 &&
          (isLocked ? (
            <span>{threads.find((option) => option.value === step.thread)?.label}</span>
          ) : (
            <Select
              size="small"
              aria-label="Conversation"
              options={threads}
              value={thread.value}
              onChange={thread.onChange}
            />
          ))}
      </fieldset>
      <CheckboxField label="Only on business days" {...businessDays} error={undefined} />
      {error && <div className="field-error">{error}</div>}
    </div>
  );
}
