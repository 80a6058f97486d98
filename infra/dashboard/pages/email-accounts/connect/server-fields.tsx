import type { ReactNode } from 'react';
import { NumberField, TextField } from '../../../components/field.tsx';
import { type Option, SelectField } from '../../../components/select.tsx';
import type { ConnectForm } from './password-form.tsx';
import type { Encryption } from './password-values.ts';

const encryptions: readonly Option<Encryption>[] = [
  { value: 'default', label: 'By the port' },
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
];

interface ServerFieldsProps {
  readonly form: ConnectForm;
  readonly name: 'smtp' | 'imap';
  readonly title: string;
  readonly ports: string;
  readonly children?: ReactNode;
}

export function ServerFields({ form, name, title, ports, children }: ServerFieldsProps) {
  const host = form.field(`${name}.host`);

  return (
    <fieldset className="servers">
      <legend>{title}</legend>
      <TextField
        label="Host"
        isOptional
        {...host}
        // If the service did not find the server, the error belongs to the whole server. The user can then enter the host.
        error={host.error ?? form.field<unknown>(name).error}
      />
      <div className="form-row">
        <NumberField label="Port" isOptional help={ports} {...form.field<number | null>(`${name}.port`)} />
        <SelectField label="Encryption" options={encryptions} {...form.field<Encryption>(`${name}.secure`)} />
      </div>
      <TextField
        label="User name"
        isOptional
        help="The address by default."
        autoComplete="off"
        {...form.field(`${name}.username`)}
      />
      {children}
    </fieldset>
  );
}
