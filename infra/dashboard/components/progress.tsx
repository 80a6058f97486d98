import { Progress as Base } from '@base-ui/react/progress';
import { formatNumber } from './number.tsx';
import './progress.css';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly isLabelHidden?: boolean | undefined;
  /** Replaces “3 of 10”. */
  readonly text?: string | undefined;
}

export function Progress({ label, value, max, isLabelHidden = false, text }: ProgressProps) {
  const valueText = text ?? `${formatNumber(value)} of ${formatNumber(max)}`;

  return (
    <Base.Root
      value={value}
      max={Math.max(max, value, 1)}
      className="progress"
      getAriaValueText={() => valueText}
    >
      <Base.Label className={isLabelHidden ? 'visually-hidden' : 'progress-label'}>{label}</Base.Label>
      <span className="progress-value">{valueText}</span>
      <Base.Track className="progress-track">
        <Base.Indicator className="progress-indicator" />
      </Base.Track>
    </Base.Root>
  );
}
