import { CheckboxField, TextField } from '../../../components/field.tsx';
import type { FieldBinding } from '../../../components/use-form.ts';
import { includableObjects } from '../labels.ts';
import { AccountsField, CampaignsField } from './chosen-field.tsx';
import { EventsField } from './events-field.tsx';
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

function IncludeField({ name, value, onChange }: FieldBinding<WebhookValues['include']>) {
  return (
    <fieldset className="webhook-fieldset">
      <legend>Included data</legend>
      <p className="field-help">
        Events have ids. They can also have these objects, as they were at the event.
      </p>
      <div className="webhook-checks">
        {includableObjects.map(([object, label, help]) => (
          <CheckboxField
            key={object}
            name={name}
            label={label}
            help={help}
            error={undefined}
            value={value.includes(object)}
            onChange={(isOn) =>
              onChange(isOn ? [...value, object] : value.filter((other) => other !== object))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
