import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { FilterBar, SelectFilter } from '../../components/table/filter-bar.tsx';
import { DateFilter } from '../../components/table/time-filter.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { Capacity } from './capacity.tsx';
import { LoadingOverview } from './loading-overview.tsx';
import { NewestReplies } from './newest-replies.tsx';
import { NotSending } from './not-sending.tsx';
import { listQueries, statisticsQuery } from './queries.ts';
import { SendingNow } from './sending-now.tsx';
import { Totals } from './totals.tsx';

const route = getRouteApi('/app/');

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'dates', label: 'Other dates' },
];

interface WorkspaceOverviewProps {
  /** Shows the loading state also after the data are loaded. */
  readonly isHeld: boolean;
}

export function WorkspaceOverview({ isHeld }: WorkspaceOverviewProps) {
  const search = route.useSearch();
  const statistics = useQuery({ ...statisticsQuery(search), placeholderData: keepPreviousData });
  // A card that grows would move the cards below it, so all cards appear together.
  const areListsPending = useQueries({
    queries: listQueries,
    combine: (queries) => queries.some(({ isPending }) => isPending),
  });
  const { from = '', to = '' } = { ...statistics.data?.period, ...search };

  return (
    <Page title="Overview">
      <FilterBar names={['period', 'from', 'to']}>
        <SelectFilter name="period" label="Period" anyLabel="Last 30 days" options={periods} />
        {search.period === 'dates' && (
          <>
            <DateFilter name="from" label="From" value={from} />
            <DateFilter name="to" label="To" value={to} />
          </>
        )}
      </FilterBar>
      {isHeld || statistics.isPending || areListsPending ? (
        <LoadingOverview />
      ) : (
        <>
          <QueryState query={statistics}>
            {(data) => (
              <>
                <Totals statistics={data} />
                <ActivityChart statistics={data} />
              </>
            )}
          </QueryState>
          <div className="grid-2">
            <div className="stack overview-column">
              <SendingNow />
              <NotSending />
            </div>
            <div className="stack overview-column">
              <Capacity statistics={statistics.data} />
              <NewestReplies />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}
