import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { serviceNow } from '../../../api/clock.ts';
import { refresh } from '../../../api/lists.ts';
import { TextField } from '../../../components/form/field.tsx';
import { Form, FormActions } from '../../../components/form/form.tsx';
import { SelectField } from '../../../components/form/select.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { fromLocalInput, toLocalInput } from '../../../components/table/local-time.ts';
import type { DeliveryFilters, Webhook } from '../queries.ts';

const dayMs = 86_400_000;
const choices = [
  { value: 'undelivered', label: 'Only events that were not delivered' },
  { value: 'all', label: 'All events, also delivered ones' },
] as const;
type ReplayedEvents = (typeof choices)[number]['value'];

interface ReplayWebhookProps {
  readonly webhook: Webhook;
  /** The period of the list is the initial period. */
  readonly period: Pick<DeliveryFilters, 'createdAfter' | 'createdBefore'>;
  readonly onClose: () => void;
}

export function ReplayWebhook({ webhook: { id }, period, onClose }: ReplayWebhookProps) {
  const client = useQueryClient();
  const form = useForm({
    draft: `webhooks.${id}.replay`,
    initial: {
      after: toLocalInput(new Date(period.createdAfter ?? serviceNow() - dayMs)),
      before: period.createdBefore ? toLocalInput(new Date(period.createdBefore)) : '',
      deliveries: 'undelivered' as ReplayedEvents,
    },
    submit: ({ after, before, deliveries }) => {
      const end = fromLocalInput(before);

      return unwrap(
        api.POST('/webhooks/{id}/replay', {
          params: { path: { id } },
          body: { after: fromLocalInput(after) ?? '', deliveries, ...(end !== undefined && { before: end }) },
        }),
      );
    },
    async onSuccess() {
      onClose();
      showToast('Replay started');
      await refresh(client, 'webhooks');
    },
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Replay events"
      description="Sends the subscribed events of a period again, with their original ids and bodies, at most 30 days back."
    >
      <Form {...form.formProps} error={form.error}>
        <div className="form-row">
          <TextField label="From" type="datetime-local" {...form.field('after')} />
          <TextField
            label="To"
            type="datetime-local"
            isOptional
            help="Empty: now"
            {...form.field('before')}
          />
        </div>
        <SelectField label="Events" options={choices} {...form.field<ReplayedEvents>('deliveries')} />
        <FormActions submit="Replay events" isPending={form.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
