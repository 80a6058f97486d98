import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { caretPosition } from './caret-position.ts';
import { type Completion, complete, completionsOf, type OpenField, openFieldAt } from './completion.ts';
import type { MergeField } from './merge-fields.ts';

interface Popup {
  readonly open: OpenField;
  readonly left: number;
  readonly top: number;
}

/** The list of merge fields under the caret of a text field, after `{{`. */
export function useCompletion(
  control: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  fields: readonly MergeField[],
) {
  const id = useId();
  const [popup, setPopup] = useState<Popup>();
  const [active, setActive] = useState(0);
  /** The start of the field that Escape has closed the list of. */
  const [dismissed, setDismissed] = useState<number>();
  const options = popup ? completionsOf(popup.open, fields) : [];
  const isOpen = options.length > 0;

  const update = (): void => {
    const element = control.current;
    const caret = element?.selectionStart ?? 0;
    const isSelected = element?.selectionEnd !== caret;
    const open = element && !isSelected ? openFieldAt(element.value, caret) : undefined;
    if (!element || !open || open.start === dismissed || document.activeElement !== element) {
      setPopup(undefined);
      if (!open) setDismissed(undefined);
      return;
    }
    if (open.name !== popup?.open.name) setActive(0);
    setPopup({ open, ...caretPosition(element, open.start) });
  };
  const choose = (option: Completion | undefined, isDefault = option?.isDefault ?? false): void => {
    if (control.current && popup && option) complete(control.current, popup.open, { ...option, isDefault });
    setPopup(undefined);
  };
  const move = (by: number): void => setActive((active + by + options.length) % options.length);
  /** @returns whether the list used the key */
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' || key === 'Tab') choose(options[active]);
    else if (key === '|') choose(options[active], true);
    else if (key === 'Escape') {
      setDismissed(popup?.open.start);
      setPopup(undefined);
    } else return false;

    return true;
  };

  return {
    ...{ options, active, popup, isOpen, choose, id },
    controlProps: {
      onSelect: update,
      onBlur: () => setPopup(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isOpen || event.ctrlKey || event.metaKey || (event.key === 'Tab' && event.shiftKey)) return;
        if (!press(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
    },
    /** After a change of the text. */
    update,
  };
}
