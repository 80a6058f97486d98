import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { type ControlProps, FieldFrame, type FieldProps } from './field.tsx';
import './form.css';
import '../overlay/popups.css';

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends Partial<ControlProps> {
  readonly options: readonly Option<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Choose',
  size = 'medium',
  ...control
}: SelectProps<Value>) {
  return (
    <Base.Root
      items={options}
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Base.Trigger className={`select select-${size}`} {...control}>
        <Base.Value className="ellipsis" placeholder={placeholder} />
        <Base.Icon>
          <ChevronDown aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          alignItemWithTrigger={false}
          align="start"
          className="popup-positioner"
        >
          <Base.Popup className="popup select-popup">
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="option">
                  <Base.ItemText render={<span />}>{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps<Value> {
  readonly options: readonly Option<Value>[];
  readonly placeholder?: string | undefined;
}

/** `<SelectField label="Role" options={roles} {...form.field<Role>('role')} />` */
export function SelectField<Value extends string>({
  label,
  help,
  isOptional,
  error,
  name: _name,
  ...select
}: SelectFieldProps<Value>) {
  return (
    <FieldFrame label={label} help={help} error={error} isOptional={isOptional}>
      {(control) => <Select {...select} {...control} />}
    </FieldFrame>
  );
}
