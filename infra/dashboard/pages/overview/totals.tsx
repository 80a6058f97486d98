import type { LinkProps } from '@tanstack/react-router';
import { countOf, isMeasured, NumberLink, noTrackedLinks, rateText } from '../../components/number.tsx';
import { linkTo } from '../links.ts';
import { eventTimesOf } from './period.ts';
import type { Statistics } from './queries.ts';

interface Total {
  readonly label: string;
  readonly value: number;
  readonly noun: string;
  readonly detail: string;
  readonly link: LinkProps;
}

/** Each number leads to the events of the period. */
export function Totals({ statistics }: { readonly statistics: Statistics }) {
  return (
    <dl className="totals">
      {totalsOf(statistics).map(({ label, value, noun, detail, link }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="total-value">
            <NumberLink {...link} value={value} noun={noun} detail={label} isMeasured={isMeasured(detail)} />
          </dd>
          <dd className="muted">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

function totalsOf({ totals, rates, period }: Statistics): readonly Total[] {
  const times = eventTimesOf(period);
  const total = (label: string, value: number, type: string, detail: string): Total => ({
    label,
    value,
    noun: type === 'email.sent' || type === 'email.bounced' ? 'email' : 'event',
    detail,
    link: linkTo('/activity', { type, ...times }),
  });
  const share = (rate: number | null, base = 'emails sent', untracked?: string) =>
    rateText(rate, base, totals.sent, untracked);
  /** The number that the rate is computed from, and the rate. */
  const part = (count: number, noun: string, rate: number | null, base?: string, untracked?: string) =>
    rate === null ? share(rate, base, untracked) : `${countOf(count, noun)}, ${share(rate, base)}`;

  return [
    total('Sent', totals.sent, 'email.sent', `with ${countOf(totals.contacted, 'first email')} of campaigns`),
    total(
      'Opened',
      totals.opened,
      'email.opened',
      part(totals.uniqueOpened, 'email', rates.openRate, 'tracked emails'),
    ),
    total(
      'Clicked',
      totals.clicked,
      'email.clicked',
      part(totals.uniqueClicked, 'email', rates.clickRate, 'tracked emails', noTrackedLinks),
    ),
    total('Replied', totals.replied, 'email.replied', part(totals.uniqueReplied, 'contact', rates.replyRate)),
    total('Bounced', totals.bounced, 'email.bounced', share(rates.bounceRate)),
    total('Unsubscribed', totals.unsubscribed, 'email.unsubscribed', share(rates.unsubscribeRate)),
  ];
}
