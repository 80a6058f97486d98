import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Combobox } from '../../../components/form/combobox.tsx';
import { useSearchText } from '../../../components/form/use-search-text.ts';
import { TextFilter, useFilters } from '../../../components/table/filter-bar.tsx';
import {
  campaignSearchQuery,
  companySearchQuery,
  recentContactsQuery,
} from '../../campaigns/editor/queries.ts';

interface FrameProps {
  /** Called when the field gets the focus; its options are read then. */
  readonly onActive: () => void;
  readonly children: ReactNode;
}

const Frame = ({ onActive, children }: FrameProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: only the field in it gets the focus.
  <div className="choice-filter" onFocus={onActive}>
    {children}
  </div>
);

const optionOf = (text: string) => ({ value: text, label: text });

interface SuggestedFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  /** Texts of the newest contacts. Others can be typed. */
  readonly suggestions: Iterable<string>;
  readonly onActive: () => void;
  readonly onChange: (value: string | undefined) => void;
}

/** A text to choose or to type. */
function SuggestedFilter({ value, suggestions, onActive, onChange, ...texts }: SuggestedFilterProps) {
  const [text, setText] = useState('');
  const typed = text === value ? '' : text.trim();
  const isMatch = (suggestion: string) => suggestion.toLowerCase().includes(typed.toLowerCase());
  const matching = [...suggestions].sort().filter(isMatch);
  const known = [...new Set([...matching, ...(value ? [value] : [])])].map(optionOf);
  const isKnown = known.some(({ label }) => label.toLowerCase() === typed.toLowerCase());
  const options = typed === '' || isKnown ? known : [...known, { value: typed, label: `Exactly “${typed}”` }];

  return (
    <Frame onActive={onActive}>
      <Combobox
        {...texts}
        options={options}
        value={value === undefined ? null : optionOf(value)}
        onChange={(option) => onChange(option?.value)}
        onSearch={setText}
      />
    </Frame>
  );
}

export function TagFilter({ tag }: { readonly tag: string | undefined }) {
  const { change } = useFilters();
  const [isActive, setActive] = useState(false);
  const { data } = useQuery({ ...recentContactsQuery, enabled: isActive });

  return (
    <SuggestedFilter
      label="Tag"
      placeholder="Any tag"
      value={tag}
      suggestions={new Set(data?.data.flatMap(({ tags }) => tags))}
      onActive={() => setActive(true)}
      onChange={(next) => change({ tag: next })}
    />
  );
}

/** The field, and then its value. */
export function CustomFieldFilter({ name }: { readonly name: string | undefined }) {
  const { change } = useFilters();
  const [isActive, setActive] = useState(false);
  const valueInput = useRef<HTMLInputElement>(null);
  const { data } = useQuery({ ...recentContactsQuery, enabled: isActive });

  return (
    <>
      <SuggestedFilter
        label="Custom field"
        placeholder="Any custom field"
        value={name}
        suggestions={new Set(data?.data.flatMap(({ customFields }) => Object.keys(customFields)))}
        onActive={() => setActive(true)}
        onChange={(next) => change({ customFieldName: next, customFieldValue: undefined })}
      />
      {name && <TextFilter name="customFieldValue" label={`Value of ${name}`} input={valueInput} />}
    </>
  );
}

interface ObjectFilterProps {
  readonly id: string | undefined;
  /** Undefined until it is loaded. */
  readonly name: string | undefined;
}

const chosenOf = ({ id, name }: ObjectFilterProps) =>
  id === undefined ? null : { value: id, label: name ?? '…' };

export function CompanyFilter(props: ObjectFilterProps) {
  const { change } = useFilters();
  const [isActive, setActive] = useState(false);
  const { search, setText, isSettled } = useSearchText(props.name);
  const { data, isFetching } = useQuery({
    ...companySearchQuery(search),
    enabled: isActive,
    placeholderData: keepPreviousData,
  });

  return (
    <Frame onActive={() => setActive(true)}>
      <Combobox
        label="Company"
        placeholder="Any company"
        options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={chosenOf(props)}
        onChange={(option) => change({ companyId: option?.value })}
        onSearch={setText}
        isLoading={isFetching || !isSettled}
      />
    </Frame>
  );
}

export function CampaignFilter(props: ObjectFilterProps) {
  const { change } = useFilters();
  const [isActive, setActive] = useState(false);
  const { search, setText, isSettled } = useSearchText(props.name);
  const { data, isFetching } = useQuery({
    ...campaignSearchQuery(search),
    enabled: isActive,
    placeholderData: keepPreviousData,
  });

  return (
    <Frame onActive={() => setActive(true)}>
      <Combobox
        label="Campaign"
        placeholder="Any campaign"
        options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={chosenOf(props)}
        onChange={(option) => change({ campaignId: option?.value, executionStatus: undefined })}
        onSearch={setText}
        isLoading={isFetching || !isSettled}
      />
    </Frame>
  );
}
