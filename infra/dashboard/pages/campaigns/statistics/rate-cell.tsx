import type { LinkProps } from '@tanstack/react-router';
import { formatPercent, NumberLink } from '../../../components/number.tsx';
import type { Rate } from './queries.ts';

interface RateCellProps {
  readonly rate: Rate | null;
  /** Replaces a missing rate. */
  readonly none: string;
  readonly count: number;
  /** What is counted, as in `NumberLink`. */
  readonly noun: string;
  readonly detail: string;
  /** Upper end of the scale, the same for all cells of the column. */
  readonly scaleMax: number;
  readonly link: LinkProps;
  /** Probability that the variant is the best one. */
  readonly best?: number | undefined;
}

const boundFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** A share with its confidence interval, as text and as a bar. */
export function RateCell({ rate, none, count, noun, detail, scaleMax, link, best }: RateCellProps) {
  if (!rate) return <span className="none">{none}</span>;
  const barOffset = (share: number): string => `${Math.min(100, (share / Math.max(scaleMax, 0.001)) * 100)}%`;

  return (
    <div className="rate">
      <div className="rate-line">
        <strong>{formatPercent(rate.value)}</strong>
        <NumberLink {...link} value={count} noun={noun} detail={detail} />
      </div>
      <div className="rate-bar" aria-hidden="true">
        <span
          className="rate-interval"
          style={{ left: barOffset(rate.low), right: `calc(100% - ${barOffset(rate.high)})` }}
        />
        <span className="rate-point" style={{ left: barOffset(rate.value) }} />
      </div>
      <div className="rate-note">
        {`${boundFormat.format(rate.low * 100)}–${formatPercent(rate.high)}`}
        {best !== undefined && (
          <span
            className="rate-best"
            data-sure={best >= 0.95 || undefined}
          >{`Best ${formatPercent(best)}`}</span>
        )}
      </div>
    </div>
  );
}
