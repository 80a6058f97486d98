import { Combobox as Base } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { ComboboxPopup } from '../../../../components/form/combobox.tsx';
import { FieldFrame } from '../../../../components/form/field.tsx';
import type { Option } from '../../../../components/form/select.tsx';
import { useTypedChoice } from '../../../../components/form/use-typed-choice.ts';
import './sections.css';

interface MultiComboboxProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly Option[];
  readonly value: readonly Option[];
  readonly onChange: (value: readonly Option[]) => void;
  readonly onSearch: (text: string) => void;
  readonly isLoading?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

/** Selects several of many options by typing; Backspace removes the last one. The caller filters the options. */
export function MultiCombobox({
  label,
  name,
  options,
  value,
  onChange,
  onSearch,
  ...rest
}: MultiComboboxProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const list = useRef<Base.Root.Actions>(null);
  const typed = useTypedChoice({
    options,
    isLoading: rest.isLoading ?? false,
    chosenLabel: '',
    onChoose(option) {
      if (!value.some((chosen) => chosen.value === option.value)) onChange([...value, option]);
      typed.show('');
      list.current?.close();
    },
    onSearch,
  });

  return (
    <FieldFrame label={label} help={rest.help} error={rest.error ?? typed.error}>
      {(control) => (
        <Base.Root
          multiple
          actionsRef={list}
          items={typed.items}
          filter={null}
          value={[...value]}
          // Escape closes the list. It must not remove the chosen options.
          onValueChange={(next, { reason }) => {
            if (reason === 'escape-key') return;
            onChange(next);
            if (reason === 'item-press') typed.show('');
          }}
          {...typed.rootProps}
          isItemEqualToValue={(one, other) => one.value === other.value}
        >
          <Base.Chips className="input chips" ref={anchor}>
            {value.map((option) => (
              <Base.Chip key={option.value} className="chip" aria-label={option.label}>
                {option.label}
                <Base.ChipRemove className="chip-remove" aria-label={`Remove ${option.label}`}>
                  <X aria-hidden="true" />
                </Base.ChipRemove>
              </Base.Chip>
            ))}
            <Base.Input
              className="chips-input"
              name={name}
              placeholder={value.length === 0 ? rest.placeholder : ''}
              {...typed.inputProps}
              {...control}
            />
          </Base.Chips>
          <ComboboxPopup anchor={anchor} isLoading={rest.isLoading ?? false} />
        </Base.Root>
      )}
    </FieldFrame>
  );
}
