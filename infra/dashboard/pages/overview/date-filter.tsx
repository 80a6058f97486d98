import { useId } from 'react';
import { useFilters } from '../../components/filter-bar.tsx';

interface DateFilterProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** The first or the last day of a period. */
export function DateFilter({ name, label, value }: DateFilterProps) {
  const { change } = useFilters();
  const id = useId();

  return (
    <div className="time-filter">
      <label htmlFor={id}>{label}</label>
      <input
        // The field is uncontrolled, so it keeps an incomplete date while the user types. A new value resets it.
        key={value}
        id={id}
        type="date"
        className="input"
        defaultValue={value}
        onBlur={({ target }) => change({ [name]: target.value || undefined })}
        onKeyDown={({ key, currentTarget }) =>
          key === 'Enter' && change({ [name]: currentTarget.value || undefined })
        }
      />
    </div>
  );
}
