import newWebhook from 'schema:NewWebhook';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { CopyOnce } from '../../../components/copy-once.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog, type DialogState } from '../../../components/overlay/dialog.tsx';
import { WebhookFields } from '../form/webhook-fields.tsx';
import { emptyValues, toRequest } from '../form/webhook-values.ts';
import { shortUrl } from '../labels.ts';

export function CreateWebhook({ isOpen, onClose }: DialogState) {
  const [created, setCreated] = useState<Schemas['WebhookWithSecret']>();
  const close = (): void => {
    setCreated(undefined);
    onClose();
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="large"
      title={created ? 'Webhook created' : 'Create a webhook'}
      description={
        created
          ? `Verify the signature of each request to ${shortUrl(created.url)} with this secret.`
          : 'The service sends a signed POST request for each event.'
      }
    >
      {created ? (
        <div className="form webhook-secret">
          <CopyOnce label="Signing secret" secret={created.secret} />
          <div className="form-actions">
            <Button onClick={close}>Close</Button>
            <Link
              to="/webhooks/$webhookId"
              params={{ webhookId: created.id }}
              className={buttonClass('primary')}
              onClick={close}
            >
              Open the webhook
            </Link>
          </div>
        </div>
      ) : (
        <NewWebhookForm onClose={close} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface NewWebhookFormProps {
  readonly onClose: () => void;
  readonly onCreated: (webhook: Schemas['WebhookWithSecret']) => void;
}

function NewWebhookForm({ onClose, onCreated }: NewWebhookFormProps) {
  const client = useQueryClient();
  const form = useForm({
    draft: 'webhooks.new',
    initial: emptyValues,
    schema: newWebhook,
    toRequest,
    submit: (values) => unwrap(api.POST('/webhooks', { body: toRequest(values) })),
    async onSuccess(webhook) {
      onCreated(webhook);
      await refresh(client, 'webhooks');
    },
  });

  return (
    <Form {...form.formProps} error={form.error}>
      <WebhookFields field={form.field} />
      <FormActions submit="Create webhook" isPending={form.isPending} onCancel={onClose} />
    </Form>
  );
}
