import type { LinkProps } from '@tanstack/react-router';
import { formatNumber, formatPercent, NumberLink } from '../../components/number.tsx';
import { linkTo } from '../links.ts';
import { type Period, timesOf } from './period.ts';
import type { Statistics } from './queries.ts';

interface TotalsProps {
  readonly statistics: Statistics;
  readonly period: Period;
}

interface Total {
  readonly label: string;
  readonly value: number;
  readonly detail: string;
  readonly link: LinkProps;
}

/** Each number leads to the events of the period. */
export function Totals({ statistics, period }: TotalsProps) {
  return (
    <dl className="totals">
      {totalsOf(statistics, period).map(({ label, value, detail, link }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="total-value">
            <NumberLink {...link} value={value} label={label} />
          </dd>
          <dd className="muted">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

function totalsOf({ totals, rates }: Statistics, period: Period): readonly Total[] {
  const times = timesOf(period);
  const events = (type: string): LinkProps => linkTo('/activity', { type, ...times });
  const share = (rate: number, unique: number): string =>
    `${formatPercent(rate)} · ${formatNumber(unique)} ${unique === 1 ? 'contact' : 'contacts'}`;

  return [
    {
      label: 'Sent',
      value: totals.sent,
      detail: `${formatNumber(totals.contacted)} contacts contacted`,
      link: events('email.sent'),
    },
    {
      label: 'Opened',
      value: totals.opened,
      detail: share(rates.openRate, totals.uniqueOpened),
      link: events('email.opened'),
    },
    {
      label: 'Clicked',
      value: totals.clicked,
      detail: share(rates.clickRate, totals.uniqueClicked),
      link: events('email.clicked'),
    },
    {
      label: 'Replied',
      value: totals.replied,
      detail: share(rates.replyRate, totals.uniqueReplied),
      link: events('email.replied'),
    },
    {
      label: 'Bounced',
      value: totals.bounced,
      detail: formatPercent(rates.bounceRate),
      link: events('email.bounced'),
    },
    {
      label: 'Unsubscribed',
      value: totals.unsubscribed,
      detail: formatPercent(rates.unsubscribeRate),
      link: events('email.unsubscribed'),
    },
  ];
}
