import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { Combobox } from '../../components/form/combobox.tsx';
import type { Option } from '../../components/form/select.tsx';
import type { FieldBinding } from '../../components/form/use-form.ts';
import { useSearchText } from '../../components/form/use-search-text.ts';
import { newCompanyPrefix } from './contact-values.ts';

interface CompanyPickerProps extends FieldBinding<Option | null> {
  readonly help?: string | undefined;
}

/** Finds a company by the start of its name, or adds an option that creates the company. */
export function CompanyPicker({ value, onChange, error, help }: CompanyPickerProps) {
  const { search, setText, isSettled } = useSearchText();
  const { data, isFetching } = useQuery({
    queryKey: ['companies', 'picker', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/companies', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  });
  const companyOptions = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const hasExactMatch = companyOptions.some(({ label }) => label.toLowerCase() === search.toLowerCase());
  const isNew = search !== '' && !hasExactMatch && search !== value?.label;

  return (
    <Combobox
      label="Company"
      isOptional
      placeholder="Search or type a new name"
      options={
        isNew
          ? [...companyOptions, { value: newCompanyPrefix + search, label: `Add “${search}”` }]
          : companyOptions
      }
      value={value}
      // The label of the option begins with “Add”; the field then shows only the name.
      onChange={(next) =>
        onChange(next?.value.startsWith(newCompanyPrefix) ? { ...next, label: search } : next)
      }
      onSearch={setText}
      isLoading={isFetching || !isSettled}
      error={error}
      help={help}
    />
  );
}
