import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../../components/button.tsx';
import type { Draft } from '../draft.ts';
import { useEditorContext } from '../editor-context.ts';
import './windows.css';

type Window = Draft['schedule']['windows'][number];
type Day = Window['days'][number];

const weekdays: readonly (readonly [Day, string])[] = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
];
const windowsMax = 14;
const workweek: Window = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' };

export function Windows() {
  const { field } = useEditorContext();
  const { value: windows, onChange } = field<readonly Window[]>('schedule.windows');

  return (
    <div className="windows">
      {windows.map((window, index) => (
        <WindowRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a window has no identity.
          key={index}
          window={window}
          index={index}
          onRemove={
            windows.length > 1
              ? () => onChange(windows.filter((_, position) => position !== index))
              : undefined
          }
        />
      ))}
      <Button
        size="small"
        icon={<Plus />}
        disabled={windows.length >= windowsMax}
        onClick={() => onChange([...windows, windows.at(-1) ?? workweek])}
      >
        Add a window
      </Button>
    </div>
  );
}

interface WindowRowProps {
  readonly window: Window;
  readonly index: number;
  readonly onRemove: (() => void) | undefined;
}

function WindowRow({ window, index, onRemove }: WindowRowProps) {
  const { field, errorUnder } = useEditorContext();
  const path = `schedule.windows[${index}]`;
  const days = field<readonly Day[]>(`${path}.days`);
  const from = field(`${path}.from`);
  const to = field(`${path}.to`);
  const error = errorUnder(path);
  /** Adds or removes the day. The days stay in the order of the week. */
  const toggleDay = (day: Day): void => {
    const nextDays = window.days.includes(day)
      ? window.days.filter((other) => other !== day)
      : [...window.days, day];
    days.onChange(weekdays.map(([weekday]) => weekday).filter((weekday) => nextDays.includes(weekday)));
  };

  return (
    <fieldset className="row window">
      <legend className="visually-hidden">{`Window ${index + 1}`}</legend>
      <div className="window-days">
        {weekdays.map(([day, name]) => (
          <button
            key={day}
            type="button"
            name={`${path}.days`}
            className="window-day"
            aria-pressed={window.days.includes(day)}
            data-short={name.slice(0, 2)}
            onClick={() => toggleDay(day)}
          >
            <span className="visually-hidden">{name}</span>
          </button>
        ))}
      </div>
      <div className="window-hours">
        <input
          className="input"
          type="time"
          aria-label="From"
          name={from.name}
          value={window.from}
          onChange={(event) => from.onChange(event.target.value)}
        />
        –
        <input
          className="input"
          type="time"
          aria-label="To"
          name={to.name}
          // Midnight is the end of the day.
          value={window.to === '24:00' ? '00:00' : window.to}
          onChange={({ target: { value } }) => to.onChange(value === '00:00' ? '24:00' : value)}
        />
        {onRemove && (
          <IconButton
            size="small"
            label={`Remove window ${index + 1}`}
            icon={<Trash2 />}
            onClick={onRemove}
          />
        )}
      </div>
      {error && <div className="field-error">{error}</div>}
    </fieldset>
  );
}
