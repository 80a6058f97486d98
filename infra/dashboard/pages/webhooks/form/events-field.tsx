import { CheckboxField } from '../../../components/field.tsx';
import type { FieldBinding } from '../../../components/use-form.ts';
import { eventGroups } from '../labels.ts';
import type { WebhookValues } from './webhook-values.ts';

type Events = WebhookValues['events'];

/** All event types, or some of them. */
export function EventsField({ name, value, error, onChange }: FieldBinding<Events>) {
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
      {!isAll && <EventChecks name={name} value={value} onChange={onChange} />}
      {error && (
        <p className="field-error" role="alert">
          {value.length === 0 ? 'Select at least one event.' : error}
        </p>
      )}
    </fieldset>
  );
}

function EventChecks({ name, value, onChange }: Omit<FieldBinding<Events>, 'error'>) {
  return [...eventGroups].map(([group, kinds]) => (
    <fieldset key={group} className="webhook-events">
      <legend>{group}</legend>
      <div className="webhook-checks">
        {kinds.map((kind) => (
          <CheckboxField
            key={kind}
            name={name}
            label={kind}
            error={undefined}
            value={value.includes(kind)}
            onChange={(isOn) => onChange(isOn ? [...value, kind] : value.filter((other) => other !== kind))}
          />
        ))}
      </div>
    </fieldset>
  ));
}
