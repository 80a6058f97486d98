import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { messageOf } from '../../../api/errors.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { RequestResult } from '../deliveries/request-result.tsx';
import { shortUrl } from '../labels.ts';
import type { Webhook } from '../queries.ts';

interface TestWebhookProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function TestWebhook({ webhook: { id, url }, onClose }: TestWebhookProps) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => unwrap(api.POST('/webhooks/{id}/test', { params: { path: { id } } })),
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Send a test event"
      description={`A signed webhook.test event for ${shortUrl(url)}. It does not count as a success or failure.`}
    >
      <div className="form webhook-secret">
        {isPending && <p role="status">Waiting for the response, for at most 12 seconds …</p>}
        {error && <Notice tone="danger">{messageOf(error)}</Notice>}
        {data && (
          <>
            <Notice
              tone={data.isDelivered ? 'success' : 'danger'}
              title={
                data.isDelivered
                  ? 'The endpoint accepted the event.'
                  : 'The endpoint did not accept the event.'
              }
            />
            {[...data.requests.entries()].map(([position, request]) => (
              <RequestResult key={position} request={request} />
            ))}
          </>
        )}
        <div className="form-actions">
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" isPending={isPending} onClick={() => mutate()}>
            {data ? 'Send again' : 'Send test event'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
