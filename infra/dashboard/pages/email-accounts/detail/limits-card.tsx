import { Combobox } from '../../../components/form/combobox.tsx';
import { CheckboxField, NumberField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { timeZoneOption, timeZoneOptions } from '../../../components/form/time-zones.ts';
import { countOf, formatNumber } from '../../../components/number.tsx';
import { Facts } from '../../../components/page/page.tsx';
import type { AccountPatch, AccountVersion } from '../queries.ts';
import { EditableCard, type EditFormProps, useEditForm } from './editable-card.tsx';

export function LimitsCard(version: AccountVersion) {
  const { email, dailyLimit, minGapSeconds, maxGapSeconds, rampUp, timezone } = version.account;

  return (
    <EditableCard
      title="Limits"
      button={{ text: 'Edit', label: 'Edit the limits' }}
      dialog={{ title: `Limits of ${email}` }}
      form={(close) => <LimitsForm {...version} onClose={close} />}
    >
      <Facts
        items={[
          ['Daily limit', `${countOf(dailyLimit, 'email')}, including follow-ups and answers`],
          [
            'Gap',
            `${durationText(minGapSeconds)} to ${durationText(maxGapSeconds)} between two emails, at random`,
          ],
          [
            'Ramp-up',
            rampUp.enabled
              ? `${formatNumber(rampUp.startPerDay)} on the first day, ${formatNumber(rampUp.increment)} more on each further one`
              : 'Off',
          ],
          ['Time zone', timezone],
        ]}
      />
    </EditableCard>
  );
}

/** “45 s”, “2 min”, “1 h 30 min” */
function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;

  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

function LimitsForm({ account, etag, onClose }: EditFormProps) {
  const { dailyLimit, minGapSeconds, maxGapSeconds, rampUp, timezone } = account;
  const form = useEditForm({
    account,
    etag,
    onClose,
    initial: { dailyLimit, minGapSeconds, maxGapSeconds, rampUp, timezone },
    // An emptied number is null. The form's schema rejects it and shows the error at its field.
    toPatch: (values): AccountPatch => values,
  });
  const zone = form.field('timezone');
  const rampUpEnabled = form.field<boolean>('rampUp.enabled');

  return (
    <Form {...form.formProps} error={form.error}>
      <NumberField
        label="Emails per day"
        help="Follow-ups and answers count. Answers are sent even after the limit. With 0 the account sends no email of a campaign."
        min={0}
        max={500}
        {...form.field<number | null>('dailyLimit')}
      />
      <div className="form-row">
        <NumberField
          label="Shortest gap in seconds"
          min={10}
          max={86_400}
          {...form.field<number | null>('minGapSeconds')}
        />
        <NumberField
          label="Longest gap in seconds"
          min={10}
          max={86_400}
          {...form.field<number | null>('maxGapSeconds')}
        />
      </div>
      <CheckboxField
        label="Ramp up"
        help="A new mailbox starts with few emails per day and sends more on each sending day."
        {...rampUpEnabled}
      />
      {rampUpEnabled.value && (
        <div className="form-row">
          <NumberField
            label="On the first day"
            min={1}
            max={500}
            {...form.field<number | null>('rampUp.startPerDay')}
          />
          <NumberField
            label="More on each further day"
            min={0}
            max={500}
            {...form.field<number | null>('rampUp.increment')}
          />
        </div>
      )}
      <Combobox
        label="Time zone"
        help="The day of the limits begins at midnight of this zone."
        options={timeZoneOptions}
        value={timeZoneOption(zone.value)}
        onChange={(option) => option && zone.onChange(option.value)}
        error={zone.error}
        isClearable={false}
      />
      <FormActions submit="Save limits" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
