import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { recentContactsQuery } from '../queries.ts';
import { MultiCombobox } from './multi-combobox.tsx';

interface TagsFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly suggestions: readonly string[];
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

/** Tags to choose or to write. */
export function TagsField({ value, onChange, suggestions, ...field }: TagsFieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const matching = suggestions.filter((tag) => tag.toLowerCase().includes(typed.toLowerCase()));
  const isNew = typed !== '' && ![...suggestions, ...value].includes(typed);
  const tags = [...new Set([...matching, ...(isNew ? [typed] : []), ...value])];

  return (
    <MultiCombobox
      {...field}
      placeholder="Type a tag"
      options={tags.map((tag) => ({ value: tag, label: tag }))}
      value={value.map((tag) => ({ value: tag, label: tag }))}
      onChange={(options) => onChange(options.map((option) => option.value))}
      onSearch={setText}
    />
  );
}

/** Tags of the newest contacts; the service does not list all tags. */
export function useContactTags(): readonly string[] {
  const { data } = useQuery(recentContactsQuery);

  return [...new Set(data?.data.flatMap(({ tags }) => tags))].sort();
}
