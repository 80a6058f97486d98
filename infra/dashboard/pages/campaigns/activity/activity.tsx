import { getRouteApi } from '@tanstack/react-router';
import { Activity as ActivityIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useList } from '../../../api/lists.ts';
import { EmptyState } from '../../../components/states.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, FilterChip, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { ListCount } from '../../../components/table/list-count.tsx';
import { eventOptions } from '../../event-texts.ts';
import { useContactNames } from '../contact-names.ts';
import { accountAddress, stepLabel, variantLetter } from '../labels.ts';
import { useAccounts, useCampaign } from '../queries.ts';
import { columnsOf } from './columns.tsx';
import { activityQuery } from './queries.ts';

const route = getRouteApi('/app/campaigns/$campaignId/activity');
const filterNames = [
  'type',
  'stepId',
  'variantId',
  'emailAccountId',
  'executionId',
  'after',
  'includeBots',
] as const;
const typeOptions = eventOptions((type) => /^(?:email|campaign)\./u.test(type));
const botOptions = [{ value: 'true', label: 'With events of bots' }];

export function Activity() {
  const { value: campaign } = useCampaign();
  const filters = route.useSearch();
  const list = useList(activityQuery(campaign.id, filters, campaign.status === 'active'));
  const contactNames = useContactNames(campaign.id);
  const accounts = useAccounts();
  const columns = useMemo(
    () => columnsOf(campaign, accounts, contactNames),
    [campaign, accounts, contactNames],
  );
  const isFiltered = Object.keys(filters).length > 0;
  // With the filter `executionId`, all rows have the same contact.
  const contactId = list.rows[0]?.contactId ?? '';

  return (
    <>
      <FilterBar names={filterNames} trailing={<ListCount list={list} noun="event" />}>
        <SelectFilter name="type" label="Event" options={typeOptions} />
        <SelectFilter name="includeBots" label="Bots" anyLabel="Without bots" options={botOptions} />
        <FilterChip name="stepId" label={stepLabel(campaign, filters.stepId ?? null)} />
        <FilterChip
          name="variantId"
          label={`Variant ${variantLetter(campaign, filters.variantId ?? null)}`}
        />
        <FilterChip name="emailAccountId" label={accountAddress(accounts, filters.emailAccountId ?? null)} />
        <FilterChip name="executionId" label={contactNames.get(contactId) ?? 'One recipient'} />
        <FilterChip name="after" label={`Since ${filters.after?.slice(0, 10)}`} />
      </FilterBar>
      <DataTable
        label="Activity"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            title={isFiltered ? 'No event matches' : 'Nothing has happened yet'}
            icon={<ActivityIcon />}
          >
            {isFiltered
              ? 'Change or clear the filters.'
              : 'Sent emails, opens, clicks, replies and bounces appear here within seconds.'}
          </EmptyState>
        }
      />
    </>
  );
}
