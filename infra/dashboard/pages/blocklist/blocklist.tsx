import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ban, FileUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { refresh, useList } from '../../api/lists.ts';
import { useCan } from '../../api/session.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { countColumn, timeColumn } from '../../components/table/columns.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/table/filter-bar.tsx';
import { ListCount } from '../../components/table/list-count.tsx';
import { AddEntry } from './add-entry.tsx';
import { ImportEntries } from './import-entries.tsx';
import { type Entry, entriesQuery } from './queries.ts';

const route = getRouteApi('/app/blocklist');

const reasons: Readonly<Record<string, string>> = {
  manual: 'Added by hand',
  import: 'Imported',
  unsubscribed: 'Unsubscribed',
  hard_bounce: 'Hard bounce',
  complaint: 'Complaint',
};

/** The service adds the id of the step, which has no meaning for a reader. */
const noteText = (note: string | null): string | undefined => note?.replace(/, step stp_\w+$/u, '');

const columns: readonly Column<Entry>[] = [
  {
    id: 'value',
    header: 'Address or domain',
    cell: ({ value }) => <strong>{value}</strong>,
    width: 'minmax(260px, 3fr)',
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => (type === 'email' ? 'Address' : 'Domain'),
    width: '96px',
    isWideOnly: true,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <Badge>{reasons[reason] ?? reason}</Badge>,
    width: '140px',
  },
  {
    id: 'note',
    header: 'Note',
    cell: ({ note }) => <span title={noteText(note)}>{noteText(note)}</span>,
    width: 'minmax(120px, 2fr)',
    isWideOnly: true,
  },
  countColumn('contactCount', 'Contacts'),
  timeColumn('createdAt', 'Added', { width: '152px' }),
];

const types = [
  { value: 'email', label: 'Addresses' },
  { value: 'domain', label: 'Domains' },
];

export function Blocklist() {
  const filters = route.useSearch();
  const list = useList(entriesQuery(filters));
  const canChange = useCan('member');
  const [openDialog, setOpenDialog] = useState<'add' | 'import'>();
  const [entryToRemove, setEntryToRemove] = useState<Entry>();
  usePaletteAction('Block an address or a domain', () => setOpenDialog('add'), canChange);
  usePaletteAction('Import addresses and domains to block', () => setOpenDialog('import'), canChange);
  const closeDialog = () => setOpenDialog(undefined);
  const buttons = canChange && (
    <>
      <Button icon={<FileUp />} onClick={() => setOpenDialog('import')}>
        Import
      </Button>
      <Button variant="primary" icon={<Plus />} onClick={() => setOpenDialog('add')}>
        Block an address or domain
      </Button>
    </>
  );

  return (
    <Page
      title="Blocklist"
      description="Campaigns send nothing to these addresses and domains."
      actions={buttons}
      isFilled
    >
      <FilterBar names={['value', 'type']} trailing={<ListCount list={list} noun="entry" />}>
        <SearchFilter name="value" label="Exact address or domain" />
        <SelectFilter name="type" label="Type" options={types} />
      </FilterBar>
      <DataTable
        label="Blocklist"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        {...(canChange && {
          rowActions: (entry: Entry) => (
            <IconButton
              size="small"
              label={`Remove ${entry.value}`}
              icon={<Trash2 />}
              onClick={() => setEntryToRemove(entry)}
            />
          ),
        })}
        empty={
          <EmptyState
            title={Object.keys(filters).length > 0 ? 'No entry matches' : 'Nothing is blocked'}
            icon={<Ban />}
          >
            Unsubscribed, bounced and complaining recipients are added automatically.
          </EmptyState>
        }
      />
      <AddEntry isOpen={openDialog === 'add'} onClose={closeDialog} />
      <ImportEntries isOpen={openDialog === 'import'} onClose={closeDialog} />
      <RemoveEntry entry={entryToRemove} onClose={() => setEntryToRemove(undefined)} />
    </Page>
  );
}

interface RemoveEntryProps {
  readonly entry: Entry | undefined;
  readonly onClose: () => void;
}

function RemoveEntry({ entry, onClose }: RemoveEntryProps) {
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    if (!entry) return;
    await unwrap(api.DELETE('/blocklist/{id}', { params: { path: { id: entry.id } } }));
    showToast(`${entry.value} is no longer blocked`);
    await Promise.all([refresh(client, 'blocklist'), refresh(client, 'contacts')]);
  };

  return (
    <Confirm
      isOpen={entry !== undefined}
      onClose={onClose}
      title={`Remove ${entry?.value ?? 'the entry'}?`}
      action="Remove entry"
      onConfirm={remove}
    >
      Its contacts become active again, unless another entry covers them.
    </Confirm>
  );
}
