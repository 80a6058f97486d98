import { useId } from 'react';
import { type FilterProps, useFilters } from './filter-bar.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/** The start or the end of a period, in the viewer's zone. The search parameter has a time in UTC. */
export function TimeFilter({ name, label }: FilterProps) {
  const { search, change } = useFilters();
  const time = search[name];

  return (
    <PeriodInput
      label={label}
      type="datetime-local"
      value={time === undefined ? '' : toLocalInput(new Date(String(time)))}
      onChange={(value) => change({ [name]: fromLocalInput(value) })}
    />
  );
}

interface DateFilterProps extends FilterProps {
  /** The search parameter, or the date that applies without it. */
  readonly value: string;
}

/** The first or the last day of a period. */
export function DateFilter({ name, label, value }: DateFilterProps) {
  const { change } = useFilters();

  return (
    <PeriodInput
      label={label}
      type="date"
      value={value}
      onChange={(date) => change({ [name]: date || undefined })}
    />
  );
}

interface PeriodInputProps {
  readonly label: string;
  readonly type: 'date' | 'datetime-local';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PeriodInput({ label, type, value, onChange }: PeriodInputProps) {
  const id = useId();

  return (
    <div className="time-filter">
      <label htmlFor={id}>{label}</label>
      <input
        // The field is uncontrolled, so it keeps an incomplete value while the user types. A new value resets it.
        key={value}
        id={id}
        type={type}
        className="input"
        defaultValue={value}
        onBlur={({ target }) => onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange(currentTarget.value)}
      />
    </div>
  );
}
