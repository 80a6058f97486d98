import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { api, unwrap } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Combobox } from '../../../components/form/combobox.tsx';
import type { Option } from '../../../components/form/select.tsx';
import type { FieldBinding } from '../../../components/form/use-form.ts';
import { useSearchText } from '../../../components/form/use-search-text.ts';
import { campaignSearchQuery } from '../../campaigns/editor/queries.ts';
import { accountNameQuery, campaignNameQuery } from './names.ts';

type IdsField = FieldBinding<readonly string[]>;

export function CampaignsField(field: IdsField) {
  const { search, setText, isSettled } = useSearchText();
  const { data, isFetching } = useQuery({
    ...campaignSearchQuery(search),
    placeholderData: keepPreviousData,
  });
  const names = useQueries({ queries: field.value.map(campaignNameQuery) });

  return (
    <ChosenField
      {...field}
      label="Campaigns"
      placeholder="Any campaign"
      names={names.map((query) => query.data)}
      options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onSearch={setText}
      isLoading={isFetching || !isSettled}
    />
  );
}

export function AccountsField(field: IdsField) {
  const { data, isPending } = useQuery({
    queryKey: ['email-accounts', 'options'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/email-accounts', { params: { query: { limit: 100 } }, signal })),
  });
  const names = useQueries({ queries: field.value.map(accountNameQuery) });

  return (
    <ChosenField
      {...field}
      label="Email accounts"
      placeholder="Any account"
      names={names.map((query) => query.data)}
      options={(data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
      isLoading={isPending}
    />
  );
}

interface ChosenFieldProps extends IdsField {
  readonly label: string;
  readonly placeholder: string;
  /** Names of the chosen objects, in the order of `value`; undefined until a name is loaded. */
  readonly names: readonly (string | undefined)[];
  readonly options: readonly Option[];
  readonly onSearch?: (text: string) => void;
  readonly isLoading: boolean;
}

/** Selects several objects, one after the other. */
function ChosenField({ value, onChange, names, options, ...rest }: ChosenFieldProps) {
  return (
    <div className="chosen">
      <Combobox
        // The changed key clears the typed text after a choice.
        key={value.length}
        {...rest}
        isOptional
        options={options.filter((option) => !value.includes(option.value))}
        value={null}
        onChange={(option) => option && onChange([...value, option.value])}
      />
      {value.length > 0 && (
        <ul className="row chosen-list" aria-label={`Chosen: ${rest.label}`}>
          {value.map((id, index) => (
            <li key={id}>
              {names[index] ?? id}
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove ${names[index] ?? id}`}
                icon={<X />}
                onClick={() => onChange(value.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
