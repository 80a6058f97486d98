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
  const total = (label: string, value: number, type: string, detail: string): Total => ({
    label,
    value,
    detail,
    link: linkTo('/activity', { type, ...times }),
  });
  const shareText = (rate: number, unique: number): string =>
    `${formatPercent(rate)} · ${formatNumber(unique)} ${unique === 1 ? 'contact' : 'contacts'}`;

  return [
    total('Sent', totals.sent, 'email.sent', `${formatNumber(totals.contacted)} contacts contacted`),
    total('Opened', totals.opened, 'email.opened', shareText(rates.openRate, totals.uniqueOpened)),
    total('Clicked', totals.clicked, 'email.clicked', shareText(rates.clickRate, totals.uniqueClicked)),
    total('Replied', totals.replied, 'email.replied', shareText(rates.replyRate, totals.uniqueReplied)),
    total('Bounced', totals.bounced, 'email.bounced', formatPercent(rates.bounceRate)),
    total('Unsubscribed', totals.unsubscribed, 'email.unsubscribed', formatPercent(rates.unsubscribeRate)),
  ];
}
