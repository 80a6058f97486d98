import { useEffect, useRef } from 'react';
import type { Completion } from './completion.ts';

interface CompletionListProps {
  readonly id: string;
  readonly options: readonly Completion[];
  readonly activeIndex: number;
  readonly popup: { readonly left: number; readonly top: number } | undefined;
  readonly choose: (option: Completion) => void;
}

/** The list of merge fields. The focus stays in the text field. */
export function CompletionList({ id, options, activeIndex, popup, choose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option is marked after each change.
  useEffect(() => {
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, options.length]);
  if (!popup || options.length === 0) return null;

  return (
    <div
      className="popup completion"
      style={{ left: `max(0px, min(${popup.left}px, 100% - 320px))`, top: popup.top }}
    >
      <div
        ref={list}
        role="listbox"
        id={id}
        aria-label="Merge fields"
        className="completion-options"
        tabIndex={-1}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus and names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
          <div
            key={option.field.name}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === activeIndex}
            className="option"
            data-highlighted={index === activeIndex || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span>{option.isDefault ? `Default of ${option.field.label}` : option.field.label}</span>
            <span className="completion-sample ellipsis">
              {option.field.sample ?? `{{${option.field.name}}}`}
            </span>
          </div>
        ))}
      </div>
      <div className="completion-help">
        <kbd>Enter</kbd> inserts <kbd>|</kbd> adds a default
      </div>
    </div>
  );
}
