import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { CheckboxField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { shortUrl } from '../labels.ts';
import type { Webhook } from '../queries.ts';

interface EnableWebhookProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function EnableWebhook({ webhook: { id, url }, onClose }: EnableWebhookProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { replaysHeld: true },
    submit: ({ replaysHeld }) =>
      unwrap(
        api.POST('/webhooks/{id}/enable', {
          params: { path: { id } },
          body: { replay: replaysHeld ? 'held' : 'none' },
        }),
      ),
    async onSuccess() {
      onClose();
      showToast('Webhook enabled', 'New events are sent immediately.');
      await refresh(client, 'webhooks');
    },
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Enable the webhook"
      description={`New events are sent to ${shortUrl(url)} immediately, and the count of failures starts at 0.`}
    >
      <Form {...form.formProps} error={form.error}>
        <CheckboxField
          label="Send held deliveries"
          help="Oldest first. Otherwise they stay held until you replay them or they are 7 days old."
          {...form.field<boolean>('replaysHeld')}
        />
        <FormActions submit="Enable webhook" isPending={form.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
