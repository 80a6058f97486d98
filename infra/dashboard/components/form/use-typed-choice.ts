import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Option } from './select.tsx';

interface TypedChoice {
  readonly options: readonly Option[];
  /** The options do not belong to the typed text yet. */
  readonly isLoading: boolean;
  /** The text of the field after a choice. */
  readonly chosenLabel: string;
  readonly onChoose: (option: Option) => void;
  /** The caller filters the options, such as by a search on the server, which also finds other fields than the label. */
  readonly onSearch?: ((text: string) => void) | undefined;
}

/** Changes of the text that the user makes. The library also clears texts that match no option when it closes its list. */
const userReasons: readonly string[] = ['input-change', 'item-press', 'clear-press', 'escape-key'];

/**
 * The text of a search field. Enter chooses the highlighted option, the exact match or the first match, also if the options arrive
 * later. A text that is not chosen stays, with an error.
 */
export function useTypedChoice({ options, isLoading, chosenLabel, onChoose, onSearch }: TypedChoice) {
  const [text, setText] = useState(chosenLabel);
  const [isEntered, setEntered] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const highlighted = useRef<Option>(undefined);
  const typed = text === chosenLabel ? '' : text.trim();
  const match = matchOf(onSearch ? options : options.filter(({ label }) => includes(label, typed)), typed);
  const show = (next: string): void => {
    setText(next);
    setEntered(false);
    setLeft(false);
    onSearch?.(next);
  };
  const choose = useEffectEvent((option: Option | undefined): void => {
    if (option) onChoose(option);
    else {
      setEntered(false);
      setLeft(true);
    }
  });
  useEffect(() => {
    if (isEntered && !isLoading) choose(match);
  }, [isEntered, isLoading, match]);
  useEffect(() => setText(chosenLabel), [chosenLabel]);

  return {
    /** The option that Enter chooses comes first, so the list highlights it. */
    items: match ? [match, ...options.filter((option) => option !== match)] : options,
    show,
    error: isLeft && typed !== '' ? errorText(typed, match, isLoading) : undefined,
    rootProps: {
      autoHighlight: true,
      inputValue: text,
      onInputValueChange: (next: string, { reason }: { readonly reason: string }): void => {
        if (userReasons.includes(reason)) show(next);
      },
      onItemHighlighted: (option: Option | undefined, { reason }: { readonly reason: string }): void => {
        highlighted.current = reason === 'keyboard' ? option : undefined;
      },
    },
    inputProps: {
      onBlur(): void {
        // The option stays chosen.
        if (text.trim() === '') setText(chosenLabel);
        setLeft(true);
      },
      onKeyDown(event: KeyboardEvent & { readonly preventBaseUIHandler: () => void }): void {
        if (event.key !== 'Enter' || typed === '') return;
        event.preventDefault();
        event.preventBaseUIHandler();
        if (highlighted.current) onChoose(highlighted.current);
        else setEntered(true);
      },
    },
  };
}

const includes = (label: string, typed: string): boolean => label.toLowerCase().includes(typed.toLowerCase());

/** The option with exactly the typed label, or the first option, which the list highlights. */
function matchOf(options: readonly Option[], typed: string): Option | undefined {
  const lower = typed.toLowerCase();

  return (
    options.find(({ label }) => label === typed) ??
    options.find(({ label }) => label.toLowerCase() === lower) ??
    options[0]
  );
}

function errorText(typed: string, match: Option | undefined, isLoading: boolean): string | undefined {
  if (isLoading) return undefined;

  return match
    ? `“${typed}” is not chosen. Choose an option, or empty the field.`
    : `Nothing matches “${typed}”.`;
}
