import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Option } from '../../../../components/select.tsx';
import type { FieldBinding } from '../../../../components/use-form.ts';
import { useSettled } from '../../../../components/use-settled.ts';
import { contactName, contactSearchQuery } from '../queries.ts';
import { MultiCombobox } from './multi-combobox.tsx';

export function ContactsField({ name, value, onChange, error }: FieldBinding<readonly Option[]>) {
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const { data, isFetching } = useQuery(contactSearchQuery(search));
  const contactOptions = (data?.data ?? []).map((contact) => ({
    value: contact.id,
    label: contactName(contact),
  }));

  return (
    <MultiCombobox
      label="Add contacts"
      name={name}
      placeholder="Search by name or address"
      options={contactOptions}
      value={value}
      onChange={onChange}
      onSearch={setText}
      isLoading={isFetching}
      error={error}
    />
  );
}
