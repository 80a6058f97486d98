import { Combobox } from '../../../components/combobox.tsx';
import { CheckboxField, NumberField } from '../../../components/field.tsx';
import { Form, FormActions } from '../../../components/form.tsx';
import type { AccountPatch } from '../queries.ts';
import type { AccountVersion } from './account-detail.tsx';
import { useEditForm } from './edit-dialog.tsx';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

interface LimitsFormProps extends AccountVersion {
  readonly onClose: () => void;
}

export function LimitsForm({ account, etag, onClose }: LimitsFormProps) {
  const { dailyLimit, minGapSeconds, maxGapSeconds, rampUp, timezone } = account;
  const form = useEditForm({
    account,
    etag,
    onClose,
    initial: { dailyLimit, minGapSeconds, maxGapSeconds, rampUp, timezone },
    // An emptied number fails the schema at its field.
    toPatch: (values): AccountPatch => values,
  });
  const zone = form.field('timezone');
  const rampUpEnabled = form.field<boolean>('rampUp.enabled');

  return (
    <Form {...form.formProps} error={form.error}>
      <NumberField
        label="Emails per day"
        help="Including follow-ups. With 0 the account sends nothing."
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
        options={zones}
        value={zones.find(({ value }) => value === zone.value) ?? { value: zone.value, label: zone.value }}
        onChange={(option) => option && zone.onChange(option.value)}
        error={zone.error}
        isClearable={false}
      />
      <FormActions submit="Save limits" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
