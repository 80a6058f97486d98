import newApiKey from 'schema:NewApiKey';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { serviceNow } from '../../../api/clock.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { CopyOnce } from '../../../components/copy-once.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { fromLocalInput } from '../../../components/table/local-time.ts';
import '../settings.css';

const scopeOptions = [
  { value: 'full-access', label: 'Full access: read and write' },
  { value: 'read-only', label: 'Read only' },
] as const;
const expiryOptions = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
  { value: 'other', label: 'At another time' },
] as const;

interface KeyValues {
  readonly name: string;
  readonly scope: Schemas['Scope'];
  readonly expiry: (typeof expiryOptions)[number]['value'];
  /** The time in the viewer's zone, if `expiry` is `other`. */
  readonly expiresAt: string;
}

export function CreateKey({ isOpen, onClose }: DialogState) {
  const [created, setCreated] = useState<Schemas['CreatedApiKey']>();
  const close = (): void => {
    setCreated(undefined);
    onClose();
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={created ? `Key ${created.name} created` : 'Create an API key'}
      description={created ? 'Send it in the Authorization header: Bearer and the key.' : undefined}
    >
      {created ? (
        <div className="created-secret">
          <CopyOnce label="API key" secret={created.key} />
          <div className="form-actions">
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <KeyForm onClose={close} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface KeyFormProps {
  readonly onClose: () => void;
  readonly onCreated: (key: Schemas['CreatedApiKey']) => void;
}

function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const client = useQueryClient();
  const initial: KeyValues = { name: '', scope: 'full-access', expiry: 'never', expiresAt: '' };
  const form = useForm({
    draft: 'api-keys.new',
    initial,
    schema: newApiKey,
    toRequest,
    submit: (values) => unwrap(api.POST('/api-keys', { body: toRequest(values) })),
    async onSuccess(key) {
      onCreated(key);
      await refresh(client, 'api-keys');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <TextField
        label="Name"
        help="For example, the program that uses the key. The list of keys has this name."
        placeholder="CRM sync"
        {...form.field('name')}
      />
      <SelectField label="Scope" options={scopeOptions} {...form.field<KeyValues['scope']>('scope')} />
      <SelectField label="Expires" options={expiryOptions} {...form.field<KeyValues['expiry']>('expiry')} />
      {form.values.expiry === 'other' && (
        <TextField label="Time of expiry" type="datetime-local" {...form.field('expiresAt')} />
      )}
      <FormActions submit="Create API key" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}

function toRequest({ name, scope, expiry, expiresAt }: KeyValues): Schemas['NewApiKey'] {
  if (expiry === 'never') return { name, scope };
  // An incomplete time fails the validation at its field.
  if (expiry === 'other') return { name, scope, expiresAt: fromLocalInput(expiresAt) ?? '' };

  return { name, scope, expiresAt: new Date(serviceNow() + Number(expiry) * 86_400_000).toISOString() };
}
