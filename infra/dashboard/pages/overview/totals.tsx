import type { LinkProps } from '@tanstack/react-router';
import { formatNumber, formatPercent, NumberLink } from '../../components/number.tsx';
import { linkTo } from '../links.ts';
import { eventTimesOf, type Period } from './period.ts';
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
  const times = eventTimesOf(period);
  const eventsLink = (type: string): LinkProps => linkTo('/activity', { type, ...times });
  const shareText = (rate: number, unique: number): string =>
    `${formatPercent(rate)} · ${formatNumber(unique)} ${unique === 1 ? 'contact' : 'contacts'}`;

  return [
    {
      label: 'Sent',
      value: totals.sent,
      detail: `${formatNumber(totals.contacted)} contacts contacted`,
      link: eventsLink('email.sent'),
    },
    {
      label: 'Opened',
      value: totals.opened,
      detail: shareText(rates.openRate, totals.uniqueOpened),
      link: eventsLink('email.opened'),
    },
    {
      label: 'Clicked',
      value: totals.clicked,
      detail: shareText(rates.clickRate, totals.uniqueClicked),
      link: eventsLink('email.clicked'),
    },
    {
      label: 'Replied',
      value: totals.replied,
      detail: shareText(rates.replyRate, totals.uniqueReplied),
      link: eventsLink('email.replied'),
    },
    {
      label: 'Bounced',
      value: totals.bounced,
      detail: formatPercent(rates.bounceRate),
      link: eventsLink('email.bounced'),
    },
    {
      label: 'Unsubscribed',
      value: totals.unsubscribed,
      detail: formatPercent(rates.unsubscribeRate),
      link: eventsLink('email.unsubscribed'),
    },
  ];
}
