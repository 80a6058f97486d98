import { memo } from 'react';
import { Chart } from '../../../components/chart/chart.tsx';
import type { CampaignStatistics } from './queries.ts';

const dayMs = 86_400_000;
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const formatDay = (time: Date): string => dayFormat.format(time);
const formatWeek = (time: Date): string => `Week of ${dayFormat.format(time)}`;

interface StatisticsChartProps {
  readonly statistics: CampaignStatistics;
  readonly isWeekly: boolean;
}

const shownCounts = [
  { label: 'Sent', count: 'sent', isRare: false },
  { label: 'Opened', count: 'uniqueOpened', isRare: false },
  { label: 'Clicked', count: 'uniqueClicked', isRare: true },
  { label: 'Replied', count: 'uniqueReplied', isRare: true },
] as const;

/** All groups together. Days without events are zero. */
export const StatisticsChart = memo(({ statistics: { series }, isWeekly }: StatisticsChartProps) => {
  const byDate = new Map(series.map(({ date, groups }) => [date, groups]));
  const dates = datesBetween(series[0]?.date, series.at(-1)?.date, isWeekly ? 7 : 1);

  return (
    <Chart
      label={isWeekly ? 'Events by week' : 'Events by day'}
      times={dates.map((date) => `${date}T00:00:00Z`)}
      series={shownCounts.map(({ count, ...shown }) => ({
        ...shown,
        values: dates.map((date) =>
          (byDate.get(date) ?? []).reduce((sum, { counts }) => sum + counts[count], 0),
        ),
      }))}
      height={220}
      formatTime={isWeekly ? formatWeek : formatDay}
    />
  );
});

/** The dates from first to last. Fewer than three dates are preceded by earlier ones, because a single point is no line. */
function datesBetween(first: string | undefined, last: string | undefined, stepDays: number): string[] {
  if (first === undefined || last === undefined) return [];
  const start = Date.parse(first);
  const count = Math.round((Date.parse(last) - start) / (stepDays * dayMs)) + 1;
  const addedCount = Math.max(0, 3 - count);

  return Array.from({ length: count + addedCount }, (_, index) =>
    new Date(start + (index - addedCount) * stepDays * dayMs).toISOString().slice(0, 10),
  );
}
