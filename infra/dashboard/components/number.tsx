import { Link, type LinkProps } from '@tanstack/react-router';

const formats = {
  count: new Intl.NumberFormat(),
  percent: new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }),
};

export const formatNumber = (value: number): string => formats.count.format(value);
/** @param value a share from 0 to 1 */
export const formatPercent = (value: number): string => formats.percent.format(value);

/** Such as “12.5% of emails sent”. @param rate null without emails in the base: then the emails that were sent are not tracked */
export function rateText(rate: number | null, base: string, sent: number): string {
  if (rate === null) return sent > 0 ? 'Not tracked' : 'No emails sent';

  return `${formatPercent(rate)} of ${base}`;
}

/** Such as “1 row” and “1,200 rows”. */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

type NumberLinkProps = LinkProps & {
  readonly value: number;
  /** What is counted; read to screen readers with the number. */
  readonly label: string;
};

/** A number that leads to the list or the events behind it. */
export function NumberLink({ value, label, ...link }: NumberLinkProps) {
  return (
    <Link {...link} className="number" aria-label={`${formatNumber(value)} ${label}`}>
      {formatNumber(value)}
    </Link>
  );
}
