import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { CopyOnce } from '../../../components/copy-once.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { shortUrl } from '../labels.ts';
import type { Webhook } from '../queries.ts';

const gracePeriods = [
  { value: '604800', label: '7 days' },
  { value: '86400', label: '1 day' },
  { value: '3600', label: '1 hour' },
  { value: '0', label: '0 seconds, because it has leaked' },
];

interface RotateSecretProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RotateSecret({ webhook, onClose }: RotateSecretProps) {
  const [secret, setSecret] = useState<string>();

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={secret ? 'Secret rotated' : 'Rotate the secret'}
      description={
        secret
          ? 'Configure the new secret at your endpoint.'
          : `Creates a new signing secret of ${shortUrl(webhook.url)}.`
      }
    >
      {secret ? (
        <div className="form webhook-secret">
          <CopyOnce label="New signing secret" secret={secret} />
          <div className="form-actions">
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      ) : (
        <RotationForm webhook={webhook} onClose={onClose} onRotated={setSecret} />
      )}
    </Dialog>
  );
}

interface RotationFormProps extends RotateSecretProps {
  readonly onRotated: (secret: string) => void;
}

function RotationForm({ webhook: { id }, onClose, onRotated }: RotationFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { gracePeriodSeconds: '604800' },
    submit: ({ gracePeriodSeconds }) =>
      unwrap(
        api.POST('/webhooks/{id}/rotate-secret', {
          params: { path: { id } },
          body: { gracePeriodSeconds: Number(gracePeriodSeconds) },
        }),
      ),
    async onSuccess({ secret }) {
      onRotated(secret);
      await refresh(client, 'webhooks');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <SelectField
        label="The previous secret stays valid for"
        help="Deliveries are signed with the secret that your endpoint last accepted, so you can change the secret at your endpoint without losing events."
        options={gracePeriods}
        {...form.field('gracePeriodSeconds')}
      />
      <FormActions submit="Rotate secret" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
