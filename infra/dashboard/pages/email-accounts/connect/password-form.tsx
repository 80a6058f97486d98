import requestSchema from 'schema:EmailAccountByPassword';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { CheckboxField, NumberField, TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { type Option, SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { showToast } from '../../../components/overlay/toast.tsx';
import type { Account } from '../queries.ts';
import { connectByPassword } from './connect-by-password.ts';
import { type Encryption, initialValues, type PasswordValues, toRequest } from './password-values.ts';

interface PasswordFormProps {
  readonly email: string;
  readonly onConnected: (account: Account) => unknown;
}

function useConnectForm({ email, onConnected }: PasswordFormProps) {
  const client = useQueryClient();

  return useForm<PasswordValues, Account>({
    draft: `email-accounts.connect.${email}`,
    initial: initialValues(email),
    schema: requestSchema,
    toRequest,
    submit: (values) => connectByPassword(values, email === ''),
    async onSuccess(account) {
      showToast(`${account.email} is connected`);
      await refresh(client, 'email-accounts');
      await onConnected(account);
    },
  });
}

type ConnectForm = ReturnType<typeof useConnectForm>;

/** The fields of the mail servers are collapsed: they are needed only if the service does not find the servers. */
export function PasswordForm(props: PasswordFormProps) {
  const form = useConnectForm(props);
  const isReconnecting = props.email !== '';

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Address"
        type="email"
        autoComplete="off"
        placeholder="ada@acme.com"
        {...form.field('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        help="Google and some other providers accept only an app password here. Microsoft 365 accepts passwords only if an administrator allows them."
        {...form.field('password')}
      />
      {!isReconnecting && (
        <div className="form-row">
          <TextField
            label="Name of the sender"
            isOptional
            placeholder="Ada from Acme"
            {...form.field('fromName')}
          />
          <NumberField
            label="Emails per day"
            isOptional
            help="50 by default. A new account starts with 10."
            min={0}
            max={500}
            {...form.field<number | null>('dailyLimit')}
          />
        </div>
      )}
      <CheckboxField
        label="Read replies and bounces"
        help="Without them, a campaign does not notice that a contact has replied."
        {...form.field<boolean>('readsReplies')}
      />
      <Servers form={form} isReconnecting={isReconnecting} />
      <FormActions submit={isReconnecting ? 'Connect again' : 'Connect account'} isPending={form.isPending}>
        {form.isPending && (
          <span className="muted" role="status">
            Logging in; this takes up to 25 seconds.
          </span>
        )}
      </FormActions>
    </Form>
  );
}

function Servers({ form, isReconnecting }: { readonly form: ConnectForm; readonly isReconnecting: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const imapPassword = form.field('imapPassword');
  const currentPassword = form.field('currentPassword');
  const hasError = (name: 'smtp' | 'imap'): boolean =>
    ['host', 'port', 'secure', 'username'].some(
      (part) => form.field(`${name}.${part}`).error !== undefined,
    ) || form.field<unknown>(name).error !== undefined;
  // Every field must be read, because `form.field` also binds it to the errors of the service.
  const passwords = [imapPassword, currentPassword].map(({ error }) => error !== undefined);
  const hasErrors = [hasError('smtp'), hasError('imap'), ...passwords];
  const isOwner = useCan('owner');
  const isShown = isOpen || hasErrors.includes(true);

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="servers-toggle"
        icon={isShown ? <ChevronDown /> : <ChevronRight />}
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
      >
        Mail servers: {isShown ? 'empty fields are found automatically' : 'found automatically'}
      </Button>
      {isShown && (
        <ServerFields form={form} name="smtp" title="Outgoing server (SMTP)" ports="465, 587 or 2525" />
      )}
      {isShown && form.values.readsReplies && (
        <ServerFields form={form} name="imap" title="Incoming server (IMAP)" ports="993 or 143">
          <TextField
            label="Password of the inbox"
            isOptional
            type="password"
            autoComplete="new-password"
            help="Only if it differs."
            {...imapPassword}
          />
        </ServerFields>
      )}
      {isShown && isReconnecting && !isOwner && (
        <TextField
          label="Stored password"
          isOptional
          type="password"
          autoComplete="off"
          help="Only if you exchange a server and its password changes."
          {...currentPassword}
        />
      )}
    </>
  );
}

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

function ServerFields({ form, name, title, ports, children }: ServerFieldsProps) {
  const host = form.field(`${name}.host`);

  return (
    <fieldset className="stack servers">
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
