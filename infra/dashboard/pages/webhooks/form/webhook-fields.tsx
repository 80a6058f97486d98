import { CheckboxField, TextField } from '../../../components/form/field.tsx';
import type { FieldBinding } from '../../../components/form/use-form.ts';
import { eventGroups, includableObjects } from '../labels.ts';
import { AccountsField, CampaignsField } from './chosen-field.tsx';
import type { WebhookValues } from './webhook-values.ts';
import '../webhooks.css';

interface WebhookFieldsProps {
  /** `field` of `useForm`. */
  readonly field: <Value = string>(name: string) => FieldBinding<Value>;
}

export function WebhookFields({ field }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        label="Endpoint URL"
        type="url"
        help="A public https address, on port 443 or 8443. Redirects are not followed."
        placeholder="https://example.com/webhooks"
        {...field('url')}
      />
      <TextField label="Description" isOptional {...field('description')} />
      <EventsField {...field<WebhookValues['events']>('events')} />
      <IncludeField {...field<WebhookValues['include']>('include')} />
      <fieldset className="webhook-fieldset">
        <legend>Filters</legend>
        <p className="field-help">
          An event must meet every filter that is set. Events without a campaign, account or contact are then
          not sent.
        </p>
        <CampaignsField {...field<readonly string[]>('filters.campaignIds')} />
        <AccountsField {...field<readonly string[]>('filters.emailAccountIds')} />
        <TextField
          label="Tags of contacts"
          isOptional
          help="Separated by commas. A contact needs at least one of them."
          {...field('filters.tags')}
        />
      </fieldset>
    </>
  );
}

type Events = WebhookValues['events'];

/** All event types, or some of them. */
function EventsField({ name, value, error, onChange }: FieldBinding<Events>) {
  const isAll = value[0] === '*';

  return (
    <fieldset className="webhook-fieldset">
      <legend>Events</legend>
      <CheckboxField
        name={name}
        label="All events"
        help="Also events that are added later."
        error={undefined}
        value={isAll}
        onChange={(isOn) => onChange(isOn ? ['*'] : ['email.replied', 'email.bounced', 'email.unsubscribed'])}
      />
      {!isAll &&
        [...eventGroups].map(([group, kinds]) => (
          <fieldset key={group} className="webhook-events">
            <legend>{group}</legend>
            <Checks
              name={name}
              options={kinds.map((kind) => [kind, kind] as const)}
              value={value}
              onChange={onChange}
            />
          </fieldset>
        ))}
      {error && (
        <p className="field-error" role="alert">
          {value.length === 0 ? 'Select at least one event.' : error}
        </p>
      )}
    </fieldset>
  );
}

function IncludeField({ name, value, onChange }: FieldBinding<WebhookValues['include']>) {
  return (
    <fieldset className="webhook-fieldset">
      <legend>Included data</legend>
      <p className="field-help">
        Events have ids. They can also have these objects, as they were at the event.
      </p>
      <Checks name={name} options={includableObjects} value={value} onChange={onChange} />
    </fieldset>
  );
}

interface ChecksProps<Value extends string> extends Omit<FieldBinding<Value[]>, 'error'> {
  readonly options: readonly (readonly [value: Value, label: string, help?: string])[];
}

/** A checkbox for each option. */
function Checks<Value extends string>({ name, options, value, onChange }: ChecksProps<Value>) {
  return (
    <div className="webhook-checks">
      {options.map(([option, label, help]) => (
        <CheckboxField
          key={option}
          name={name}
          label={label}
          help={help}
          error={undefined}
          value={value.includes(option)}
          onChange={(isOn) => onChange(isOn ? [...value, option] : value.filter((other) => other !== option))}
        />
      ))}
    </div>
  );
}
