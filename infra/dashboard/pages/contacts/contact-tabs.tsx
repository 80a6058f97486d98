import { useQuery } from '@tanstack/react-query';
import { LinkTabs } from '../../components/tabs.tsx';
import { contactCountQuery } from './queries.ts';
import './contacts.css';

/** Tabs of the list of contacts, imports, bulk jobs and exports. */
export function ContactTabs() {
  const { data } = useQuery(contactCountQuery({}));
  const count = data?.isExact ? data.count : undefined;

  return (
    <LinkTabs
      label="Contacts"
      tabs={[
        { label: 'All contacts', to: '/contacts', activeOptions: { includeSearch: false }, count },
        { label: 'New import', to: '/contacts/import' },
        { label: 'Imports', to: '/contacts/imports' },
        { label: 'Bulk jobs', to: '/contacts/bulk-jobs' },
        { label: 'Exports', to: '/contacts/exports' },
      ]}
    />
  );
}
