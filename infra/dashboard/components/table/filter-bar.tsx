import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { type Option, Select } from '../form/select.tsx';
import { useShortcut } from '../page/shortcuts.ts';
import { focusList } from './focus-list.ts';
import './filter-bar.css';

/** The search parameters of the page. `change` sets some of them; undefined removes a parameter. */
export function useFilters() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string | boolean | undefined>>): void =>
    void navigate({
      to: '.',
      // The router cannot type the parameters, because the component is used on several routes.
      search: ((before: object) => ({ ...before, ...changes })) as never,
      replace: true,
    });

  return { search, change };
}

interface FilterBarProps {
  readonly children: ReactNode;
  /** The search parameters that “Clear filters” removes. */
  readonly names: readonly string[];
  /** At the end of the bar, such as the number of selected rows. */
  readonly trailing?: ReactNode;
}

/** Filters that are stored in the address. Each field writes the search parameter of its `name`. */
export function FilterBar({ children, names, trailing }: FilterBarProps) {
  const { search, change } = useFilters();
  const hasFilters = names.some((name) => search[name] !== undefined);

  return (
    <search className="filter-bar">
      {children}
      {hasFilters && (
        <Button
          variant="quiet"
          icon={<X />}
          onClick={() => change(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
      {trailing && <div className="filter-trailing">{trailing}</div>}
    </search>
  );
}

export interface FilterProps {
  /** The search parameter. */
  readonly name: string;
  readonly label: string;
}

/** The search of a page. The key `/` moves the focus to the field. */
export function SearchFilter(props: FilterProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus(), props.label);

  return <TextFilter input={input} {...props} />;
}

interface TextFilterProps extends FilterProps {
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Applies the text when typing pauses. Enter moves the focus to the list. */
export function TextFilter({ name, label, input }: TextFilterProps) {
  const { search, change } = useFilters();
  const appliedText = String(search[name] ?? '');
  const [text, setText] = useState(appliedText);
  useEffect(() => {
    // While the user types, the text of the field is newer than the address. “Clear filters” empties the field anyway.
    if (document.activeElement !== input.current || appliedText === '') setText(appliedText);
  }, [appliedText, input]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause.
  useEffect(() => {
    if (text.trim() === appliedText) return undefined;
    const timer = setTimeout(() => change({ [name]: text.trim() || undefined }), 250);

    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className="search-filter">
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key }) => key === 'Enter' && focusList()}
      />
    </div>
  );
}

interface SelectFilterProps extends FilterProps {
  /** The option without a filter; “Any status” if the label is “Status”. */
  readonly anyLabel?: string;
  readonly options: readonly Option[];
}

export function SelectFilter({
  name,
  label,
  anyLabel = `Any ${label.toLowerCase()}`,
  options,
}: SelectFilterProps) {
  const { search, change } = useFilters();

  return (
    <Select
      size="small"
      aria-label={label}
      placeholder={anyLabel}
      options={[{ value: '', label: anyLabel }, ...options]}
      value={String(search[name] ?? '')}
      onChange={(value) => change({ [name]: value || undefined })}
    />
  );
}

/** An active filter without a field, such as a tag from a link. A click removes it. */
export function FilterChip({ name, label }: FilterProps) {
  const { search, change } = useFilters();
  if (search[name] === undefined) return null;

  return (
    <Button
      icon={<X />}
      aria-label={`Remove the filter ${label}`}
      onClick={() => change({ [name]: undefined })}
    >
      {label}
    </Button>
  );
}
