import { Progress as Base } from '@base-ui/react/progress';
import { formatNumber } from './number.tsx';
import './progress.css';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly isLabelHidden?: boolean | undefined;
}

export function Progress({ label, value, max, isLabelHidden = false }: ProgressProps) {
  return (
    <Base.Root
      value={value}
      max={Math.max(max, 1)}
      className="progress"
      getAriaValueText={() => `${value} of ${max}`}
    >
      <Base.Label className={isLabelHidden ? 'visually-hidden' : 'progress-label'}>{label}</Base.Label>
      <span className="progress-value">{`${formatNumber(value)} of ${formatNumber(max)}`}</span>
      <Base.Track className="progress-track">
        <Base.Indicator className="progress-indicator" />
      </Base.Track>
    </Base.Root>
  );
}
