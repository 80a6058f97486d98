import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { FieldFrame } from '../../../../components/form/field.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { useEditorContext } from '../editor-context.ts';

const datesMax = 100;
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });

/** Holidays: local dates without any email. */
export function BlackoutDates() {
  const { field, errorUnder } = useEditorContext();
  const { name, value: dates, onChange } = field<readonly string[]>('schedule.blackoutDates');
  const [date, setDate] = useState('');
  const canAdd = date !== '' && dates.length < datesMax;
  const add = (): void => {
    if (!canAdd) return;
    onChange([...new Set([...dates, date])].sort());
    setDate('');
  };

  return (
    <Card
      title="Holidays"
      description="No email is sent on these dates, and they do not count as business days."
    >
      <div className="form">
        {dates.length > 0 && (
          <ul className="row dates">
            {dates.map((holiday) => (
              <li key={holiday} className="chip">
                {dayFormat.format(new Date(holiday))}
                <button
                  type="button"
                  className="chip-remove"
                  aria-label={`Remove ${dayFormat.format(new Date(holiday))}`}
                  onClick={() => onChange(dates.filter((other) => other !== holiday))}
                >
                  <X aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <FieldFrame label="Date" error={errorUnder('schedule.blackoutDates')}>
          {(control) => (
            <div className="row">
              <input
                className="input date-input"
                type="date"
                name={name}
                value={date}
                onChange={(event) => setDate(event.target.value)}
                onKeyDown={(event) => event.key === 'Enter' && add()}
                {...control}
              />
              <Button disabled={!canAdd} onClick={add}>
                Add holiday
              </Button>
            </div>
          )}
        </FieldFrame>
      </div>
    </Card>
  );
}
