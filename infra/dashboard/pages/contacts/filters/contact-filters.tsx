import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FilterChip, SearchFilter, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { executionLabels } from '../../execution-texts.ts';
import { statusLabels } from '../contact-status.tsx';
import { type FilterNames, importResultLabels, useFilterNames } from '../filter-text.ts';
import type { ContactFilter, ContactSort } from '../queries.ts';
import { CampaignFilter, CompanyFilter, CustomFieldFilter, TagFilter } from './choice-filters.tsx';
import { LastContactFilter } from './last-contact-filter.tsx';
import { SavedViews } from './saved-views.tsx';
import './contact-filters.css';

/** Filters with a field that a phone shows only on request. */
const hiddenNames = [
  'tag',
  'companyId',
  'campaignId',
  'executionStatus',
  'lastContactedAfter',
  'lastContactedBefore',
  'customFieldName',
  'customFieldValue',
] as const;
const chipNames = ['importId', 'importResult', 'createdAfter', 'createdBefore'] as const;

export const filterNames = ['search', 'status', ...hiddenNames, ...chipNames] as const;

/** Without the filters that need another filter, if that is not set. */
export function filterOf({
  executionStatus,
  importResult,
  customFieldValue,
  ...filters
}: ContactFilter): ContactFilter {
  return {
    ...filters,
    ...(filters.campaignId !== undefined && executionStatus !== undefined && { executionStatus }),
    ...(filters.importId !== undefined && importResult !== undefined && { importResult }),
    ...(filters.customFieldName !== undefined && customFieldValue !== undefined && { customFieldValue }),
  };
}

/** The service has no other orders of these lists. */
const isOrdered = ({ search, email, importId }: ContactFilter): boolean =>
  [search, email, importId].some((filter) => filter !== undefined);
const canSortByAddress = ({ tag, companyId, campaignId }: ContactFilter): boolean =>
  [tag, companyId, campaignId].every((filter) => filter === undefined);

/** The chosen order, if the service has it for these filters. */
export const sortOf = (filters: ContactFilter, sort: ContactSort | undefined): ContactSort | undefined =>
  isOrdered(filters) || (sort === 'email' && !canSortByAddress(filters)) ? undefined : sort;

const statusOptions = Object.entries(statusLabels).map(([value, label]) => ({ value, label }));
const oldestFirst = { value: 'createdAt', label: 'Oldest first' };
const byAddress = { value: 'email', label: 'By address' };
const progressOptions = Object.entries(executionLabels).map(([value, label]) => ({ value, label }));

/** On a phone, all but the search and the status are behind one button. */
export function ContactFilters({ filters }: { readonly filters: ContactFilter }) {
  const isPhone = useMediaQuery('(max-width: 640px)');
  const [isOpen, setOpen] = useState(false);
  const names = useFilterNames(filters);
  const count = hiddenNames.filter((name) => filters[name] !== undefined).length;

  return (
    <>
      <SearchFilter name="search" label="Search by name or address" />
      <SavedViews filters={filters} />
      <SelectFilter name="status" label="Status" options={statusOptions} />
      {isPhone && (
        <Button icon={<ListFilter />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
      )}
      {(!isPhone || isOpen) && <OtherFilters filters={filters} names={names} />}
      <Chips filters={filters} names={names} />
    </>
  );
}

interface NamedFilters {
  readonly filters: ContactFilter;
  readonly names: FilterNames;
}

function OtherFilters({ filters, names }: NamedFilters) {
  const { campaignId } = filters;

  return (
    <>
      <TagFilter tag={filters.tag} />
      <CompanyFilter id={filters.companyId} name={names.companyId} />
      <CampaignFilter id={campaignId} name={names.campaignId} />
      {campaignId && <SelectFilter name="executionStatus" label="Progress" options={progressOptions} />}
      <LastContactFilter filters={filters} />
      <CustomFieldFilter name={filters.customFieldName} />
      {!isOrdered(filters) && (
        <SelectFilter
          name="sort"
          label="Order"
          anyLabel="Newest first"
          options={canSortByAddress(filters) ? [oldestFirst, byAddress] : [oldestFirst]}
        />
      )}
    </>
  );
}

function Chips({ filters, names }: NamedFilters) {
  const { importResult } = filters;
  const localDay = (time: string | undefined): string => (time ? new Date(time).toLocaleDateString() : '');

  return (
    <>
      <FilterChip name="importId" label={`Import: ${names.importId ?? filters.importId}`} />
      {importResult && <FilterChip name="importResult" label={importResultLabels[importResult]} />}
      <FilterChip name="createdAfter" label={`Added since ${localDay(filters.createdAfter)}`} />
      <FilterChip name="createdBefore" label={`Added before ${localDay(filters.createdBefore)}`} />
    </>
  );
}
