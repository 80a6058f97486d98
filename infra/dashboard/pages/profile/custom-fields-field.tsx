import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../components/button.tsx';
import { Select } from '../../components/form/select.tsx';
import type { FieldBinding } from '../../components/form/use-form.ts';
import {
  type CustomField,
  type CustomKind,
  changeKind,
  customFieldsMax,
  nameLengthMax,
  valueLengthMax,
} from './custom-fields.ts';
import './profile.css';

const kindOptions: readonly { readonly value: CustomKind; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
];

export function CustomFieldsField({ value, onChange, error }: FieldBinding<readonly CustomField[]>) {
  const change = (key: number, changes: Partial<CustomField>): void =>
    onChange(value.map((field) => (field.key === key ? { ...field, ...changes } : field)));
  const nextKey = Math.max(-1, ...value.map(({ key }) => key)) + 1;

  return (
    <fieldset className="custom-fields">
      <legend className="field-label">
        Custom fields <span className="muted">(optional)</span>
      </legend>
      {value.map((field) => (
        <CustomFieldRow
          key={field.key}
          field={field}
          onChange={(changes) => change(field.key, changes)}
          onRemove={() => onChange(value.filter(({ key }) => key !== field.key))}
        />
      ))}
      {error && (
        <div className="field-error" role="alert">
          {error}
        </div>
      )}
      {value.length < customFieldsMax && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...value, { key: nextKey, name: '', kind: 'text', text: '' }])}
          >
            Add a custom field
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface RowProps {
  readonly field: CustomField;
  readonly onChange: (changes: Partial<CustomField>) => void;
  readonly onRemove: () => void;
}

function CustomFieldRow({ field, onChange, onRemove }: RowProps) {
  const { name, kind, text } = field;
  const label = name || 'custom field';

  return (
    <div className="custom-field">
      <input
        className="input"
        aria-label="Name of the custom field"
        placeholder="Name, such as plan"
        maxLength={nameLengthMax}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        aria-label={`Type of ${label}`}
        options={kindOptions}
        value={kind}
        onChange={(next) => onChange(changeKind(next, field))}
      />
      {kind === 'boolean' ? (
        <Select
          aria-label={`Value of ${label}`}
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={text === 'false' ? 'false' : 'true'}
          onChange={(next) => onChange({ text: next })}
        />
      ) : (
        <input
          className="input"
          aria-label={`Value of ${label}`}
          placeholder="Value"
          maxLength={valueLengthMax}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          value={text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      <IconButton label={`Remove ${label}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}
