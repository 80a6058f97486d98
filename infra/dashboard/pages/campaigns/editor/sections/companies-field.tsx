import { useQueries, useQuery } from '@tanstack/react-query';
import type { FieldBinding } from '../../../../components/form/use-form.ts';
import { useSearchText } from '../../../../components/form/use-search-text.ts';
import { companyNameQuery } from '../../../names.ts';
import { companySearchQuery } from '../queries.ts';
import { MultiCombobox } from './multi-combobox.tsx';

export function CompaniesField({ name, value, onChange, error }: FieldBinding<string[]>) {
  const { search, setText, isSettled } = useSearchText();
  const { data, isFetching } = useQuery(companySearchQuery(search));
  const nameOf = useCompanyNames(value);

  return (
    <MultiCombobox
      label="Companies"
      name={name}
      placeholder="Search companies"
      options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value.map((id) => ({ value: id, label: nameOf(id) }))}
      onChange={(options) => onChange(options.map((option) => option.value))}
      onSearch={setText}
      isLoading={isFetching || !isSettled}
      error={error}
    />
  );
}

/** The id is shown until the name is read. */
export function useCompanyNames(ids: readonly string[]): (id: string) => string {
  const names = useQueries({
    queries: ids.map((id) => companyNameQuery(id)),
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data])),
  });

  return (id) => names.get(id) ?? id;
}
