import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { type Option, Select } from '../../components/form/select.tsx';
import {
  FilterBar,
  FilterChip,
  SearchFilter,
  SelectFilter,
  useFilters,
} from '../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../components/table/time-filter.tsx';
import { useMediaQuery } from '../../components/use-media-query.ts';
import { optionsOf, useAccounts, useCampaignNames, useUserNames } from '../names.ts';
import { commonLabels, labelText } from './labels.ts';
import { type Folder, folderOf, type InboxSearch } from './queries.ts';

/** Filters that a phone shows only on request. */
const hiddenNames = [
  'isRead',
  'isAutomatic',
  'assigneeId',
  'isAssigned',
  'label',
  'campaignId',
  'emailAccountId',
  'after',
  'before',
] as const;
const filterNames = ['search', 'folder', 'contactId', ...hiddenNames];

const folderOptions: readonly Option<Folder>[] = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'done', label: 'Done' },
  { value: 'all', label: 'All replies' },
];

/** On a phone, all but the search and the folder are behind one button. */
export function InboxFilters({ search }: { readonly search: InboxSearch }) {
  const isPhone = useMediaQuery('(max-width: 640px)');
  const [isOpen, setOpen] = useState(false);
  const { change } = useFilters();
  const count = hiddenNames.filter((name) => search[name] !== undefined).length;

  return (
    <FilterBar names={filterNames}>
      <SearchFilter name="search" label="Search replies" />
      <Select
        size="small"
        aria-label="Folder"
        options={folderOptions}
        value={folderOf(search)}
        onChange={(folder) => change({ folder })}
      />
      {isPhone && (
        <Button icon={<ListFilter />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? `Filters (${count})` : 'Filters'}
        </Button>
      )}
      {(!isPhone || isOpen) && <OtherFilters search={search} />}
      <FilterChip name="contactId" label="Of one contact" />
    </FilterBar>
  );
}

const readOptions = [
  { value: 'false', label: 'Unread' },
  { value: 'true', label: 'Read' },
];
const senderOptions = [
  { value: 'false', label: 'People' },
  { value: 'true', label: 'Automatic replies' },
];

function OtherFilters({ search }: { readonly search: InboxSearch }) {
  const accounts = useAccounts();
  const campaigns = useCampaignNames();
  const labels = new Set<string>([...commonLabels, ...(search.label ? [search.label] : [])]);

  return (
    <>
      <SelectFilter name="isRead" label="Read or unread" anyLabel="Unread first" options={readOptions} />
      <SelectFilter name="isAutomatic" label="Sender" options={senderOptions} />
      <AssigneeFilter search={search} />
      <SelectFilter
        name="label"
        label="Label"
        options={[...labels].map((value) => ({ value, label: labelText(value) }))}
      />
      <SelectFilter name="campaignId" label="Campaign" options={optionsOf(campaigns)} />
      <SelectFilter
        name="emailAccountId"
        label="Account"
        options={optionsOf([...accounts.values()].map(({ id, email }) => [id, email] as const))}
      />
      {(search.after || search.before) && (
        <>
          <TimeFilter name="after" label="From" />
          <TimeFilter name="before" label="To" />
        </>
      )}
    </>
  );
}

const unassigned = 'unassigned';

function AssigneeFilter({ search: { assigneeId, isAssigned } }: { readonly search: InboxSearch }) {
  const { change } = useFilters();
  const userId = useSession()?.user.id;
  const names = useUserNames() ?? new Map<string, string>();
  const others = optionsOf(names).filter(({ value }) => value !== userId);

  return (
    <Select
      size="small"
      aria-label="Assignee"
      placeholder="Any assignee"
      options={[
        { value: '', label: 'Any assignee' },
        ...(userId ? [{ value: userId, label: 'Assigned to me' }] : []),
        { value: unassigned, label: 'Not assigned' },
        ...others,
      ]}
      value={isAssigned === false ? unassigned : (assigneeId ?? '')}
      onChange={(value) =>
        change({
          assigneeId: value === unassigned ? undefined : value || undefined,
          isAssigned: value === unassigned ? false : undefined,
        })
      }
    />
  );
}
