import { useId } from 'react';
import { useFilters } from './filter-bar.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';

interface TimeFilterProps {
  /** The search parameter, which has a time in UTC. */
  readonly name: string;
  readonly label: string;
}

/** The start or the end of a period, in the viewer's zone. */
export function TimeFilter({ name, label }: TimeFilterProps) {
  const { search, change } = useFilters();
  const id = useId();
  const time = new Date(String(search[name] ?? ''));

  return (
    <div className="time-filter">
      <label htmlFor={id}>{label}</label>
      <input
        // The field is uncontrolled, so it keeps an incomplete time while the user types. A new parameter resets it.
        key={String(search[name] ?? '')}
        id={id}
        type="datetime-local"
        className="input"
        defaultValue={Number.isNaN(time.getTime()) ? '' : toLocalInput(time)}
        onBlur={({ target }) => change({ [name]: fromLocalInput(target.value) })}
        onKeyDown={({ key, currentTarget }) =>
          key === 'Enter' && change({ [name]: fromLocalInput(currentTarget.value) })
        }
      />
    </div>
  );
}
