import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { FileDown, FileUp, Plus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useList } from '../../api/lists.ts';
import { useCan } from '../../api/session.ts';
import { Tag } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { timeColumn } from '../../components/table/columns.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { FilterBar } from '../../components/table/filter-bar.tsx';
import { linkTo } from '../links.ts';
import { nameOf, useCompanyNames } from '../names.ts';
import { AddContact } from './contact-forms.tsx';
import { ContactName } from './contact-name.tsx';
import { ContactStatus } from './contact-status.tsx';
import { ContactTabs } from './contact-tabs.tsx';
import { NewExport } from './exports/new-export.tsx';
import { ContactFilters, filterNames, filterOf, sortOf } from './filters/contact-filters.tsx';
import { type Contact, contactsQuery } from './queries.ts';
import { SelectionBar, useContactChoice } from './selection-bar.tsx';

const route = getRouteApi('/app/contacts');

const columnsOf = (companyNames: ReadonlyMap<string, string> | undefined): readonly Column<Contact>[] => [
  {
    id: 'name',
    header: 'Contact',
    cell: ContactName,
    width: 'minmax(300px, 4fr)',
  },
  {
    id: 'company',
    header: 'Company',
    cell: ({ companyId }) =>
      companyNames &&
      companyId && (
        <Link {...linkTo(`/companies/${companyId}`)}>{companyNames.get(companyId) ?? 'Company'}</Link>
      ),
    width: 'minmax(110px, 1fr)',
    isWideOnly: true,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <ContactStatus status={status} />, width: '116px' },
  {
    id: 'tags',
    header: 'Tags',
    cell: ({ tags }) => <Tags tags={tags} />,
    width: 'minmax(110px, 1fr)',
    isWideOnly: true,
  },
  timeColumn('lastContactedAt', 'Last email', { none: 'Never', format: 'date', width: '112px' }),
  timeColumn('createdAt', 'Added', { format: 'date', width: '104px', isWideOnly: true }),
];

export function ContactList() {
  const { sort, ...search } = route.useSearch();
  const filters = filterOf(search);
  const list = useList(contactsQuery(filters, sortOf(filters, sort)));
  const companyNames = useCompanyNames();
  const columns = useMemo(() => columnsOf(companyNames), [companyNames]);
  const choice = useContactChoice(filters, list);
  const [isAdding, setAdding] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const canChange = useCan('member');
  const { navigate } = useRouter();
  usePaletteAction('Add a contact', () => setAdding(true), canChange);
  usePaletteAction('Export these contacts', () => setExporting(true), canChange);
  usePaletteAction('Import contacts', () => void navigate({ to: '/contacts/import' }), canChange);

  return (
    <Page
      title="Contacts"
      actions={canChange && <ListActions onAdd={() => setAdding(true)} onExport={() => setExporting(true)} />}
      isFilled
    >
      <ContactTabs />
      <FilterBar
        names={filterNames}
        trailing={<SelectionBar list={list} filters={filters} choice={choice} canChange={canChange} />}
      >
        <ContactFilters filters={filters} />
      </FilterBar>
      <DataTable
        label="Contacts"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/contacts/$contactId', params: { contactId: id } })}
        rowName={nameOf}
        empty={
          <NoContacts
            isFiltered={Object.keys(filters).length > 0}
            onAdd={canChange ? () => setAdding(true) : undefined}
          />
        }
        {...(canChange && { selection: [choice.selection, choice.select] as const })}
      />
      <NewExport isOpen={isExporting} onClose={() => setExporting(false)} filter={filters} />
      <AddContact isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

const ListActions = ({ onAdd, onExport }: { readonly onAdd: () => void; readonly onExport: () => void }) => (
  <>
    <Button icon={<FileDown />} onClick={onExport}>
      Export
    </Button>
    <Link to="/contacts/import" className={buttonClass()}>
      <FileUp aria-hidden="true" />
      Import
    </Link>
    <Button variant="primary" icon={<Plus />} onClick={onAdd}>
      Add contact
    </Button>
  </>
);

const shownTagsMax = 2;

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <div className="row" title={tags.join(', ')}>
    {tags.slice(0, shownTagsMax).map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
    {tags.length > shownTagsMax && <span className="muted">{`+${tags.length - shownTagsMax}`}</span>}
  </div>
);

interface NoContactsProps {
  readonly isFiltered: boolean;
  /** Undefined if the role does not allow it. */
  readonly onAdd: (() => void) | undefined;
}

function NoContacts({ isFiltered, onAdd }: NoContactsProps) {
  if (isFiltered) {
    return (
      <EmptyState title="No contact matches" icon={<Users />}>
        Change or clear the filters.
      </EmptyState>
    );
  }

  return (
    <EmptyState
      title="No contacts yet"
      icon={<Users />}
      action={
        onAdd && (
          <div className="row">
            <Link to="/contacts/import" className={buttonClass('primary')}>
              <FileUp aria-hidden="true" />
              Import a CSV file
            </Link>
            <Button icon={<Plus />} onClick={onAdd}>
              Add a contact
            </Button>
          </div>
        )
      }
    >
      Import a file or add people one by one, then enrol them in a campaign.
    </EmptyState>
  );
}
