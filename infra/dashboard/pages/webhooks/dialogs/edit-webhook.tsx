import webhookPatch from 'schema:WebhookPatch';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Version } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { explainOutdated } from '../../../api/outdated.ts';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { WebhookFields } from '../form/webhook-fields.tsx';
import { toPatch, toValues, type WebhookValues } from '../form/webhook-values.ts';
import type { Webhook } from '../queries.ts';

interface EditWebhookProps {
  readonly webhook: Version<Webhook>;
  readonly onClose: () => void;
}

export function EditWebhook({ webhook: { value, etag }, onClose }: EditWebhookProps) {
  const client = useQueryClient();
  // The values when the dialog opened. Polling renews the `ETag` while it is open, so only changed fields are sent: the others
  // would overwrite the changes of other users.
  const [initialValues] = useState(() => toValues(value));
  const toRequest = (values: WebhookValues) => toPatch(values, initialValues);
  const form = useForm({
    draft: `webhooks.${value.id}`,
    initial: initialValues,
    schema: webhookPatch,
    toRequest,
    submit: (values) =>
      unwrap(
        api.PATCH('/webhooks/{id}', {
          params: { path: { id: value.id }, header: etag === undefined ? {} : { 'If-Match': etag } },
          body: toRequest(values),
        }),
      ).catch(explainOutdated(client, 'webhooks', 'detail', value.id)),
    async onSuccess() {
      onClose();
      showToast('Webhook saved');
      await refresh(client, 'webhooks');
    },
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title="Edit webhook"
      description="Pending attempts use a new URL. New events, filters and included data apply to events from now on."
    >
      <Form {...form.formProps} error={form.error}>
        <WebhookFields field={form.field} />
        <FormActions submit="Save webhook" isPending={form.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
