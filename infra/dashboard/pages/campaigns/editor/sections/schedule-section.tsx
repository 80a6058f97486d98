import { Combobox } from '../../../../components/form/combobox.tsx';
import { CheckboxField, FieldFrame, type FieldProps } from '../../../../components/form/field.tsx';
import { timeZoneOption, timeZoneOptions } from '../../../../components/form/time-zones.ts';
import { Card } from '../../../../components/page/page.tsx';
import { toLocalInput } from '../../../../components/table/local-time.ts';
import { useEditorContext } from '../editor-context.ts';
import { BlackoutDates } from './blackout-dates.tsx';
import { Windows } from './windows.tsx';

export function ScheduleSection() {
  const { field, errorUnder } = useEditorContext();
  const timezone = field('schedule.timezone');

  return (
    <div className="stack editor-column">
      <Card title="Sending windows" description="Emails are sent only in these hours.">
        <div className="form">
          <Windows />
          <div className="form-row">
            <Combobox
              label="Time zone"
              isClearable={false}
              options={timeZoneOptions}
              value={timeZoneOption(timezone.value)}
              onChange={(option) => option && timezone.onChange(option.value)}
              error={errorUnder('schedule.timezone')}
            />
          </div>
          <CheckboxField
            label="Use the time zone of each contact"
            help="A contact without a time zone gets emails in the time zone of the campaign."
            {...field<boolean>('schedule.useContactTimezone')}
          />
        </div>
      </Card>
      <Card title="Start and end" description="In your time zone. Both are optional.">
        <div className="form-row">
          <DateTimeField
            label="No email before"
            help="Otherwise, sending begins with the start of the campaign."
            {...field<string | null>('schedule.startAt')}
          />
          <DateTimeField
            label="No email after"
            help="The campaign is completed then."
            {...field<string | null>('schedule.endAt')}
          />
        </div>
      </Card>
      <BlackoutDates />
    </div>
  );
}

/** A time in the viewer's zone; empty is `null`. */
function DateTimeField({ label, help, name, value, onChange, error }: FieldProps<string | null>) {
  return (
    <FieldFrame label={label} help={help} error={error} isOptional>
      {(control) => (
        <input
          className="input"
          type="datetime-local"
          name={name}
          value={value === null ? '' : toLocalInput(new Date(value))}
          onChange={({ target }) =>
            onChange(target.value === '' ? null : new Date(target.value).toISOString())
          }
          {...control}
        />
      )}
    </FieldFrame>
  );
}
