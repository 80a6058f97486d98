import { getRouteApi } from '@tanstack/react-router';
import { Activity as ActivityIcon, Pause, Play } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { messageOf } from '../../api/errors.ts';
import { useList } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { formatNumber } from '../../components/number.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { FilterBar, FilterChip, SelectFilter } from '../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../components/table/time-filter.tsx';
import { eventOptions } from '../event-texts.ts';
import { optionsOf, useAccounts, useCampaignNames, useContactNames } from '../names.ts';
import { columnsOf, type ObjectNames } from './columns.tsx';
import { type ActivityFilters, activityQuery } from './queries.ts';
import { mergeEvents, useTail } from './use-tail.ts';
import './activity.css';

const route = getRouteApi('/app/activity');

const filterNames = [
  'type',
  'campaignId',
  'contactId',
  'executionId',
  'emailAccountId',
  'after',
  'before',
  'includeBots',
];

const typeOptions = eventOptions();
const typeGroupOptions = [
  {
    value: 'email.opened,email.clicked,email.replied',
    label: 'Opens, clicks and replies',
  },
  { value: 'email.bounced,email.unsubscribed,contact.blocklisted', label: 'Bounces and unsubscribes' },
];
const botOptions = [{ value: 'true', label: 'With events of bots' }];

export function Activity() {
  const filters = route.useSearch();
  const list = useList(activityQuery(filters));
  const [isLive, setLive] = useState(true);
  // A period with an end has no new events.
  const isPolling = isLive && filters.before === undefined && !list.isPending;
  const tail = useTail(list, filters, isPolling);
  const liveState = isPolling ? 'Live' : 'Not live';
  const names = useNames();
  const columns = useMemo(() => columnsOf(names), [names]);
  const rows = useMemo(() => mergeEvents(tail.events, list.rows), [tail.events, list.rows]);
  const isFiltered = Object.keys(filters).length > 0;
  const toggleLive = (): void => setLive(!isLive);
  usePaletteAction(isLive ? 'Pause the live list' : 'Resume the live list', toggleLive);

  return (
    <Page
      title="Activity"
      description="New events appear here after about 30 seconds, when their order is final."
      actions={
        filters.before === undefined && (
          <Button icon={isLive ? <Pause /> : <Play />} onClick={toggleLive}>
            {isLive ? 'Pause' : 'Resume'}
          </Button>
        )
      }
      isFilled
    >
      <ActivityFilterBar
        filters={filters}
        names={names}
        trailing={
          <span className="live-state" data-live={isPolling || undefined} role="status">
            {tail.error ? messageOf(tail.error) : liveState}
            {tail.events.length > 0 && `, ${formatNumber(tail.events.length)} new`}
          </span>
        }
      />
      <DataTable
        label="Activity"
        list={{ ...list, rows }}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            title={isFiltered ? 'No event matches' : 'Nothing has happened yet'}
            icon={<ActivityIcon />}
          >
            {isFiltered
              ? 'Change or clear the filters.'
              : 'Emails, opens, clicks, replies and changes of contacts and campaigns appear here.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

function useNames(): ObjectNames {
  const accounts = useAccounts();
  const campaigns = useCampaignNames();
  const contacts = useContactNames();

  return useMemo(
    () => ({
      contacts,
      campaigns,
      accounts: new Map([...accounts].map(([id, { email }]) => [id, email] as const)),
    }),
    [accounts, campaigns, contacts],
  );
}

interface ActivityFilterBarProps {
  readonly filters: ActivityFilters;
  readonly names: ObjectNames;
  readonly trailing: ReactNode;
}

function ActivityFilterBar({ filters, names, trailing }: ActivityFilterBarProps) {
  const { type, contactId } = filters;
  const options = [...typeGroupOptions, ...typeOptions];
  const isOtherType = type !== undefined && !options.some(({ value }) => value === type);

  return (
    <FilterBar names={filterNames} trailing={trailing}>
      <SelectFilter
        name="type"
        label="Event"
        options={isOtherType ? [{ value: type, label: type.replaceAll(',', ', ') }, ...options] : options}
      />
      <SelectFilter name="campaignId" label="Campaign" options={optionsOf(names.campaigns)} />
      <SelectFilter name="emailAccountId" label="Account" options={optionsOf(names.accounts)} />
      <SelectFilter name="includeBots" label="Bots" anyLabel="Without bots" options={botOptions} />
      <TimeFilter name="after" label="From" />
      <TimeFilter name="before" label="To" />
      <FilterChip name="contactId" label={names.contacts.get(contactId ?? '') ?? 'Of one contact'} />
      <FilterChip name="executionId" label="Of one recipient" />
    </FilterBar>
  );
}
