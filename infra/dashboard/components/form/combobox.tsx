import { Combobox as Base } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../button.tsx';
import { FieldFrame } from './field.tsx';
import type { Option } from './select.tsx';
import { useTypedChoice } from './use-typed-choice.ts';
import './form.css';
import '../overlay/popups.css';

interface ComboboxProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: Option | null;
  readonly onChange: (value: Option | null) => void;
  /** Called when the text of the input changes, also by a choice; for a search on the server. Options are then not filtered here. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly isLoading?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean | undefined;
  readonly isClearable?: boolean | undefined;
}

/** Selects one of many options by typing. */
export function Combobox({
  label,
  options,
  value,
  onChange,
  onSearch,
  isLoading = false,
  placeholder = 'Search',
  help,
  error,
  isOptional,
  isClearable = true,
}: ComboboxProps) {
  const list = useRef<Base.Root.Actions>(null);
  const typed = useTypedChoice({
    options,
    isLoading,
    chosenLabel: value?.label ?? '',
    onChoose(option) {
      onChange(option);
      typed.show(option.label);
      list.current?.close();
    },
    onSearch,
  });

  return (
    <FieldFrame label={label} help={help} error={error ?? typed.error} isOptional={isOptional}>
      {(control) => (
        <Base.Root
          actionsRef={list}
          items={typed.items}
          value={value}
          onValueChange={onChange}
          isItemEqualToValue={(one, other) => one.value === other.value}
          {...typed.rootProps}
          {...(onSearch && { filter: null })}
        >
          <div className="combobox">
            <Base.Input className="input" placeholder={placeholder} {...typed.inputProps} {...control} />
            {value && isClearable && (
              <Base.Clear
                className="combobox-clear"
                // The library adds a letter as the child, which the icon replaces.
                render={({ children: _, ...clear }) => (
                  <Button variant="quiet" size="small" aria-label="Clear" icon={<X />} {...clear} />
                )}
              />
            )}
          </div>
          <ComboboxPopup isLoading={isLoading} />
        </Base.Root>
      )}
    </FieldFrame>
  );
}

interface ComboboxPopupProps {
  readonly isLoading: boolean;
  /** The element below which the popup opens; by default the input. */
  readonly anchor?: RefObject<HTMLElement | null>;
}

export function ComboboxPopup({ isLoading, ...position }: ComboboxPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className="popup-positioner" {...position}>
        <Base.Popup className="popup select-popup">
          <Base.Empty className="popup-empty">{isLoading ? 'Searching …' : 'Nothing matches.'}</Base.Empty>
          <Base.List>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} className="option">
                <span>{option.label}</span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
