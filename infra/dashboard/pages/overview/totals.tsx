import type { LinkProps } from '@tanstack/react-router';
import { countOf, NumberLink, rateText } from '../../components/number.tsx';
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
            <NumberLink {...link} value={value} noun={noun} detail={label} />
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
  const share = (rate: number | null, base = 'emails sent') => rateText(rate, base, totals.sent);

  return [
    total('Sent', totals.sent, 'email.sent', `to ${countOf(totals.contacted, 'new contact')}`),
    total(
      'Opened',
      totals.opened,
      'email.opened',
      `${share(rates.openRate, 'tracked emails')} · ${countOf(totals.uniqueOpened, 'email')}`,
    ),
    total(
      'Clicked',
      totals.clicked,
      'email.clicked',
      `${share(rates.clickRate, 'tracked emails')} · ${countOf(totals.uniqueClicked, 'email')}`,
    ),
    total(
      'Replied',
      totals.replied,
      'email.replied',
      `${share(rates.replyRate)} · ${countOf(totals.uniqueReplied, 'contact')}`,
    ),
    total('Bounced', totals.bounced, 'email.bounced', share(rates.bounceRate)),
    total('Unsubscribed', totals.unsubscribed, 'email.unsubscribed', share(rates.unsubscribeRate)),
  ];
}
