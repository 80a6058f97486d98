import { getRouteApi } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/lists.ts';
import { useCan } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { NumberLink } from '../../components/number.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { timeColumn } from '../../components/table/columns.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { FilterBar, FilterChip, SearchFilter } from '../../components/table/filter-bar.tsx';
import { ListCount } from '../../components/table/list-count.tsx';
import { locationText } from '../profile/profile-facts.tsx';
import { AddCompany } from './company-forms.tsx';
import { type Company, companiesQuery } from './queries.ts';

const route = getRouteApi('/app/companies');

const columns: readonly Column<Company>[] = [
  {
    id: 'name',
    header: 'Company',
    cell: ({ name, domain }) => (
      <>
        {name} {domain && <span className="muted">{domain}</span>}
      </>
    ),
    width: 'minmax(240px, 2fr)',
  },
  { id: 'industry', header: 'Industry', cell: ({ industry }) => industry, isWideOnly: true },
  {
    id: 'place',
    header: 'Place',
    cell: ({ city, country }) => locationText(city, country),
    isWideOnly: true,
  },
  {
    id: 'contacts',
    header: 'Contacts',
    cell: ({ id, contactCount }) => (
      <NumberLink value={contactCount} noun="contact" to="/contacts" search={{ companyId: id }} />
    ),
    width: '96px',
    align: 'end',
  },
  timeColumn('createdAt', 'Added', { format: 'date', width: '112px' }),
];

export function CompanyList() {
  const filters = route.useSearch();
  const list = useList(companiesQuery(filters));
  const canChange = useCan('member');
  const [isAdding, setAdding] = useState(false);
  usePaletteAction('Add a company', () => setAdding(true), canChange);
  const isFiltered = Object.keys(filters).length > 0;

  return (
    <Page
      title="Companies"
      actions={
        canChange && (
          <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
            Add company
          </Button>
        )
      }
      isFilled
    >
      <FilterBar names={['search', 'domain']} trailing={<ListCount list={list} noun="company" />}>
        <SearchFilter name="search" label="Search by name" />
        <FilterChip name="domain" label={`Domain: ${filters.domain}`} />
      </FilterBar>
      <DataTable
        label="Companies"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/companies/$companyId', params: { companyId: id } })}
        empty={
          <EmptyState
            title={isFiltered ? 'No company matches' : 'No companies yet'}
            icon={<Building2 />}
            action={
              canChange &&
              !isFiltered && (
                <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
                  Add a company
                </Button>
              )
            }
          >
            {isFiltered
              ? 'Change or clear the filters.'
              : 'Add a company, or import contacts: the column “Company” creates the companies it names.'}
          </EmptyState>
        }
      />
      <AddCompany isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}
