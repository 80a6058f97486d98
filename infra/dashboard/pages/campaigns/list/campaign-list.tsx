import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Send } from 'lucide-react';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { buttonClass } from '../../../components/button.tsx';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, FilterChip, SearchFilter, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { ListCount } from '../../../components/table/list-count.tsx';
import { type CampaignSummary, campaignsQuery } from '../queries.ts';
import { statusBadges } from '../status.tsx';
import { columns } from './columns.tsx';
import { RowMenu } from './row-menu.tsx';
import '../campaigns.css';

const route = getRouteApi('/app/campaigns');
const statuses = Object.entries(statusBadges).map(([value, [label]]) => ({ value, label }));

export function CampaignList() {
  const filters = route.useSearch();
  const list = useList(campaignsQuery(filters));
  const isFiltered = Object.keys(filters).length > 0;
  const canChange = useCan('member');
  const newButton = canChange && (
    <Link to="/campaigns/new" className={buttonClass('primary')}>
      <Plus aria-hidden="true" />
      New campaign
    </Link>
  );

  return (
    <Page title="Campaigns" actions={newButton} isFilled>
      <FilterBar names={['search', 'status', 'tag']} trailing={<ListCount list={list} noun="campaign" />}>
        <SearchFilter name="search" label="Search by name" />
        <SelectFilter name="status" label="Status" options={statuses} />
        <FilterChip name="tag" label={`Tag: ${filters.tag}`} />
      </FilterBar>
      <DataTable
        label="Campaigns"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/campaigns/$campaignId', params: { campaignId: id } })}
        {...(canChange && { rowActions: (campaign: CampaignSummary) => <RowMenu campaign={campaign} /> })}
        empty={
          <EmptyState
            title={isFiltered ? 'No campaign matches' : 'No campaigns yet'}
            icon={<Send />}
            action={!isFiltered && newButton}
          >
            {isFiltered
              ? 'Change or clear the filters. The search finds names that start with the text.'
              : 'A campaign sends a sequence of emails to contacts and stops when they reply.'}
          </EmptyState>
        }
      />
    </Page>
  );
}
