import { type KeyboardEvent, useId, useState } from 'react';
import { type Completion, type CompletionTarget, completionsOf, type OpenField } from './completion.ts';
import type { MergeField } from './merge-fields.ts';

interface Popup {
  readonly openField: OpenField;
  readonly left: number;
  readonly top: number;
}

/** The list of merge fields under the caret, after `{{`. */
export function useCompletion(getTarget: () => CompletionTarget | undefined, fields: readonly MergeField[]) {
  const id = useId();
  const [popup, setPopup] = useState<Popup>();
  const [activeIndex, setActiveIndex] = useState(0);
  /** Start of the merge field at which Escape has closed the list. The list stays closed until the caret leaves the field. */
  const [dismissedStart, setDismissedStart] = useState<number>();
  const options = popup ? completionsOf(popup.openField, fields) : [];
  const isOpen = options.length > 0;
  const attributes = popupAttributes(isOpen, id, activeIndex);
  const update = (): void => {
    const target = getTarget();
    const openField = target?.openField();
    if (!target || !openField || openField.start === dismissedStart || !target.hasFocus()) {
      setPopup(undefined);
      if (!openField) setDismissedStart(undefined);
      return;
    }
    if (openField.name !== popup?.openField.name) setActiveIndex(0);
    setPopup({ openField, ...target.positionBelow(openField) });
  };
  /** @param isDefault whether the merge field is inserted with a default */
  const choose = (option: Completion | undefined, isDefault = option?.isDefault ?? false): void => {
    if (popup && option) getTarget()?.complete(popup.openField, { ...option, isDefault });
    setPopup(undefined);
  };
  const moveActive = (by: number) => setActiveIndex((activeIndex + by + options.length) % options.length);
  /** @returns whether the list used the key */
  const handleKey = (key: string): boolean => {
    if (key === 'ArrowDown') moveActive(1);
    else if (key === 'ArrowUp') moveActive(-1);
    else if (key === 'Enter' || key === 'Tab') choose(options[activeIndex]);
    else if (key === '|' && getTarget()?.isDefaultTyped) choose(options[activeIndex], true);
    else if (key === 'Escape') {
      setDismissedStart(popup && keepWritten(popup.openField, getTarget()));
      setPopup(undefined);
    } else return false;

    return true;
  };

  return {
    options,
    activeIndex,
    popup,
    choose,
    id,
    controlProps: {
      onSelect: update,
      onBlur: () => setPopup(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isOpen || event.ctrlKey || event.metaKey || (event.key === 'Tab' && event.shiftKey)) return;
        if (handleKey(event.key)) stopEvent(event);
      },
      ...attributes,
    },
    attributes,
    /** After a change of the text. */
    update,
  };
}

/** Removes braces without a name, such as the braces that the button inserts. @returns the start of a field that stays */
function keepWritten(openField: OpenField, target: CompletionTarget | undefined): number | undefined {
  if (openField.name !== '' || openField.isDefault) return openField.start;
  target?.remove(openField);

  return undefined;
}

/** Attributes of the text field for screen readers. */
function popupAttributes(isOpen: boolean, id: string, activeIndex: number) {
  return {
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${activeIndex}` : undefined,
  };
}

function stopEvent(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
