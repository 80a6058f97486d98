import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { showError, showToast } from '../../../components/overlay/toast.tsx';

/** Most attempts have a result after this time. */
const attemptDurationMs = 3_000;

/** Requests one more attempt, which starts within seconds. */
export function useResend(webhookId: string) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (deliveryId: string) =>
      unwrap(
        api.POST('/webhooks/{id}/deliveries/{deliveryId}/resend', {
          params: { path: { id: webhookId, deliveryId } },
        }),
      ),
    async onSuccess() {
      showToast('Resend requested', 'The attempt starts within seconds.');
      await refresh(client, 'webhooks');
      setTimeout(() => void refresh(client, 'webhooks'), attemptDurationMs);
    },
    onError: showError,
  });
}

/** A delivery can be resent at most this number of times. The service has the same limit, in `lib/webhooks/delivery/resend.ts`. */
export const resendsMax = 20;
