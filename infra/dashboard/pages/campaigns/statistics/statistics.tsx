import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { Card } from '../../../components/page/page.tsx';
import { EmptyState, QueryState } from '../../../components/states.tsx';
import { FilterBar, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { useCampaign } from '../queries.ts';
import { type CampaignStatistics, type GroupBy, statisticsQuery } from './queries.ts';
import { StatisticsChart } from './statistics-chart.tsx';
import { StatisticsTable, type StatisticsTableProps } from './statistics-table.tsx';
import './statistics.css';

const route = getRouteApi('/app/campaigns/$campaignId/statistics');

const groupings = [
  { value: 'variant', label: 'By variant' },
  { value: 'account', label: 'By account' },
];
const periods = [
  { value: '90', label: 'Last 90 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
];
const rateText = 'Share of sent emails, with its 95% confidence interval.';
const bestText = '“Best” is the probability that the variant has the highest true rate of its step.';

export function Statistics() {
  const { value: campaign } = useCampaign();
  const { groupBy = 'step', period } = route.useSearch();
  const days = period === undefined ? undefined : Number(period);
  const query = useQuery(statisticsQuery(campaign.id, groupBy, days));

  return (
    <div className="stack">
      {/* No names, and so no “Clear filters”: both fields always have a value. */}
      <FilterBar names={[]}>
        <SelectFilter name="groupBy" label="Groups" anyLabel="By step" options={groupings} />
        <SelectFilter name="period" label="Period" anyLabel="Last 12 months" options={periods} />
      </FilterBar>
      <QueryState query={query} lines={8}>
        {(statistics) =>
          isEmpty(statistics) ? <NoStatistics /> : <Figures statistics={statistics} days={days} />
        }
      </QueryState>
    </div>
  );
}

const isEmpty = ({ totals: { counts } }: CampaignStatistics): boolean =>
  Object.values(counts).every((count) => count === 0);

const NoStatistics = () => (
  <Card>
    <EmptyState title="No emails in this period" icon={<ChartColumn />}>
      Statistics appear within seconds of the first email.
    </EmptyState>
  </Card>
);

function Figures({ statistics, days }: StatisticsTableProps) {
  const { groupBy, period } = statistics;

  return (
    <>
      <Card
        title={days === undefined ? 'By week' : 'By day'}
        description={`Days are in the time zone ${period.timezone.replaceAll('_', ' ')}.`}
      >
        <StatisticsChart statistics={statistics} isWeekly={days === undefined} />
      </Card>
      <Card
        title={groupTitles[groupBy]}
        description={groupBy === 'variant' ? `${rateText} ${bestText}` : rateText}
      >
        <StatisticsTable statistics={statistics} days={days} />
      </Card>
    </>
  );
}

const groupTitles: Readonly<Record<GroupBy, string>> = {
  step: 'Steps',
  variant: 'Variants',
  account: 'Accounts',
};
