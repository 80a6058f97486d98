import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './segments.css';

interface Segment<Value> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly isDisabled?: boolean;
  readonly isInvalid?: boolean;
}

interface SegmentsProps<Value> {
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Buttons that choose the part that is shown. One of them is pressed. */
export const Segments = <Value extends string | number>({
  label,
  segments,
  value,
  onChange,
}: SegmentsProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame.
  <div className="segments" role="group" aria-label={label}>
    {segments.map((segment) => (
      <Button
        key={segment.value}
        size="small"
        variant="quiet"
        aria-pressed={segment.value === value}
        disabled={segment.isDisabled}
        data-invalid={segment.isInvalid || undefined}
        onClick={() => onChange(segment.value)}
      >
        {segment.label}
      </Button>
    ))}
  </div>
);
