import { Link, type LinkProps } from '@tanstack/react-router';

const formats = {
  count: new Intl.NumberFormat(),
  percent: new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }),
};

export const formatNumber = (value: number): string => formats.count.format(value);
/** @param value a share from 0 to 1 */
export const formatPercent = (value: number): string => formats.percent.format(value);

/** An email without links has no clicks to track. */
export const noTrackedLinks = 'No tracked links';
const notTracked = 'Not tracked';
/** Whether a text of `rateText` states a measured number. */
export const isMeasured = (rate: string): boolean => rate !== notTracked && rate !== noTrackedLinks;

/**
 * Such as “12.5% of emails sent”.
 * @param rate null without emails in the base: then the emails that were sent are not tracked
 * @param untracked replaces the rate of emails that are not tracked
 */
export function rateText(rate: number | null, base: string, sent: number, untracked = notTracked): string {
  if (rate === null) return sent > 0 ? untracked : 'No emails sent';

  return `${formatPercent(rate)} of ${base}`;
}

/** Such as “rows”, “companies”, “addresses” and “people”. */
export const pluralOf = (noun: string): string =>
  noun === 'person' ? 'people' : `${noun.replace(/(?<![aeiou])y$/u, 'ie').replace(/(?:s|x|ch)$/u, '$&e')}s`;

/** Such as “1 row” and “1,200 rows”. Every text with a number and a noun uses it. */
export const countOf = (count: number, noun: string): string =>
  `${formatNumber(count)} ${nounFor(count, noun)}`;

/** The noun below or beside its number. */
export const nounFor = (count: number, noun: string): string => (count === 1 ? noun : pluralOf(noun));

type NumberLinkProps = LinkProps & {
  readonly value: number;
  /** What is counted, as a singular noun; read to screen readers with the number. */
  readonly noun: string;
  /** Distinguishes the number from others of the same noun. */
  readonly detail?: string | undefined;
  /** False if nothing was measured: then a zero is not shown. */
  readonly isMeasured?: boolean;
};

/** A number that leads to the list or the events behind it. */
export function NumberLink({ value, noun, detail, isMeasured: isShown = true, ...link }: NumberLinkProps) {
  const name = countOf(value, noun);

  return (
    <Link {...link} className="number" aria-label={detail === undefined ? name : `${name}: ${detail}`}>
      {isShown || value > 0 ? formatNumber(value) : '–'}
    </Link>
  );
}
