import { Combobox } from '../../../../components/combobox.tsx';
import { CheckboxField, FieldFrame } from '../../../../components/field.tsx';
import { Card } from '../../../../components/page.tsx';
import { useDraft } from '../editor-context.ts';
import { BlackoutDates } from './blackout-dates.tsx';
import { Windows } from './windows.tsx';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

export function ScheduleSection() {
  const { field, errorUnder } = useDraft();
  const timezone = field('schedule.timezone');

  return (
    <div className="editor-column">
      <Card title="Sending windows" description="Emails are sent only in these hours.">
        <div className="form">
          <Windows />
          <div className="form-row">
            <Combobox
              label="Time zone"
              isClearable={false}
              options={zones}
              value={{ value: timezone.value, label: timezone.value.replaceAll('_', ' ') }}
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
          <MomentField
            label="No email before"
            help="Otherwise, sending begins with the start of the campaign."
            {...field<string | null>('schedule.startAt')}
          />
          <MomentField
            label="No email from"
            help="The campaign is completed then."
            {...field<string | null>('schedule.endAt')}
          />
        </div>
      </Card>
      <BlackoutDates />
    </div>
  );
}

interface MomentFieldProps {
  readonly label: string;
  readonly help: string;
  readonly name: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly error: string | undefined;
}

/** A time in the viewer's zone; empty is `null`. */
function MomentField({ label, help, name, value, onChange, error }: MomentFieldProps) {
  return (
    <FieldFrame label={label} help={help} error={error} isOptional>
      {(control) => (
        <input
          className="input"
          type="datetime-local"
          name={name}
          value={value === null ? '' : localOf(value)}
          onChange={({ target }) =>
            onChange(target.value === '' ? null : new Date(target.value).toISOString())
          }
          {...control}
        />
      )}
    </FieldFrame>
  );
}

/** `2026-11-25T14:30` in the viewer's zone. */
function localOf(value: string): string {
  const time = new Date(value);

  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
