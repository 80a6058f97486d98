import { useMemo } from 'react';
import { addDays } from '#lib/values/time-zones.ts';
import { Chart } from '../../components/chart/chart.tsx';
import { Card } from '../../components/page/page.tsx';
import { linkTo } from '../links.ts';
import { eventTimesOf, granularityOf } from './period.ts';
import type { Statistics } from './queries.ts';

const shownCounts = [
  { count: 'sent', label: 'Sent', isRare: false },
  { count: 'opened', label: 'Opened', isRare: false },
  { count: 'clicked', label: 'Clicked', isRare: true },
  { count: 'replied', label: 'Replied', isRare: true },
  { count: 'bounced', label: 'Bounced', isRare: true },
] as const;

export function ActivityChart({ statistics: { series, period } }: { readonly statistics: Statistics }) {
  // Memoised, so that only new statistics are converted.
  const { times, lines } = useMemo(
    () => ({
      // The dates are local: without a time of day, JavaScript would read them as UTC.
      times: series.map(({ date }) => new Date(`${date}T00:00:00`).toISOString()),
      lines: shownCounts.map(({ count, ...shown }) => ({
        ...shown,
        values: series.map((point) => point[count]),
      })),
    }),
    [series],
  );

  const timeLink = (index: number) => {
    const from = series[index]?.date ?? period.from;
    const to = granularityOf(period) === 'week' ? addDays(from, 6) : from;

    return linkTo('/activity', eventTimesOf({ from, to, timezone: period.timezone }));
  };

  return (
    <Card title="Activity" description={`Days are in the time zone ${period.timezone.replaceAll('_', ' ')}.`}>
      <Chart
        label={`Activity from ${period.from} to ${period.to}`}
        times={times}
        series={lines}
        timeLink={timeLink}
      />
    </Card>
  );
}
