import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProps } from '../../../../components/form/field.tsx';
import { recentContactsQuery } from '../queries.ts';
import { MultiCombobox } from './multi-combobox.tsx';

interface TagsFieldProps extends FieldProps<string[]> {
  readonly suggestions: readonly string[];
}

/** Tags to choose or to write. */
export function TagsField({ value, onChange, suggestions, ...field }: TagsFieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const lower = typed.toLowerCase();
  const matching = suggestions.filter((tag) => tag.toLowerCase().includes(lower));
  const isNew = typed !== '' && ![...suggestions, ...value].some((tag) => tag.toLowerCase() === lower);
  const options = [...new Set([...matching, ...value])].map((tag) => ({ value: tag, label: tag }));

  return (
    <MultiCombobox
      {...field}
      placeholder="Type a tag"
      options={isNew ? [{ value: typed, label: `New tag: ${typed}` }, ...options] : options}
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
