import { LinkTabs } from '../../components/tabs.tsx';
import './contacts.css';

/** Tabs of the list of contacts, imports, bulk jobs and exports. */
export const ContactTabs = () => (
  <LinkTabs
    label="Contacts"
    tabs={[
      { label: 'All contacts', to: '/contacts', activeOptions: { includeSearch: false } },
      { label: 'New import', to: '/contacts/import' },
      { label: 'Imports', to: '/contacts/imports' },
      { label: 'Bulk jobs', to: '/contacts/bulk-jobs' },
      { label: 'Exports', to: '/contacts/exports' },
    ]}
  />
);
