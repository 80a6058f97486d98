import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useList } from '../../api/lists.ts';
import { buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/states.tsx';
import { timeColumn } from '../../components/table/columns.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { ContactName } from '../contacts/contact-name.tsx';
import { ContactStatus } from '../contacts/contact-status.tsx';
import { type Contact, contactsQuery } from '../contacts/queries.ts';
import type { Company } from './queries.ts';

const columns: readonly Column<Contact>[] = [
  { id: 'name', header: 'Contact', cell: ContactName, width: 'minmax(220px, 2fr)' },
  { id: 'jobTitle', header: 'Job title', cell: ({ jobTitle }) => jobTitle, isWideOnly: true },
  { id: 'status', header: 'Status', cell: ({ status }) => <ContactStatus status={status} />, width: '132px' },
  timeColumn('lastContactedAt', 'Last email', { none: 'Never', format: 'date', width: '112px' }),
];

/** Twelve rows, and half of the next one. */
const tableHeightMaxPx = 588;

export function CompanyContacts({ company: { id, name } }: { readonly company: Company }) {
  const list = useList(contactsQuery({ companyId: id }));

  return (
    <section className="stack" aria-label="Contacts of the company">
      <div className="section-head">
        <h2>Contacts</h2>
        <Link to="/contacts" search={{ companyId: id }} className={buttonClass('quiet', 'small')}>
          Open as a list
        </Link>
      </div>
      <DataTable
        label={`Contacts of ${name}`}
        list={list}
        columns={columns}
        rowId={({ id: contactId }) => contactId}
        rowLink={({ id: contactId }) => ({ to: '/contacts/$contactId', params: { contactId } })}
        maxHeight={tableHeightMaxPx}
        empty={
          <EmptyState title="No contacts of this company" icon={<Users />}>
            Choose the company when you add or edit a contact.
          </EmptyState>
        }
      />
    </section>
  );
}
