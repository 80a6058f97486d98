import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { Card, Facts, Page } from '../../../components/page/page.tsx';
import { QueryPage } from '../../../components/page/query-page.tsx';
import { Time } from '../../../components/time.tsx';
import { shortUrl } from '../labels.ts';
import { type Delivery, deliveryQuery, webhookQuery } from '../queries.ts';
import { DeliveredEvent } from './delivered-event.tsx';
import { DeliveryStatus, deliveryReason } from './delivery-status.tsx';
import { RequestResult } from './request-result.tsx';
import { resendsMax, useResend } from './use-resend.ts';

const route = getRouteApi('/app/webhooks/$webhookId/deliveries/$deliveryId');

export function DeliveryPage() {
  const { webhookId, deliveryId } = route.useParams();
  const { data: webhook } = useQuery(webhookQuery(webhookId));
  const parent = (
    <Link to="/webhooks/$webhookId" params={{ webhookId }}>
      {webhook ? shortUrl(webhook.value.url) : 'Webhook'}
    </Link>
  );

  return (
    <QueryPage
      title="Webhook delivery"
      parent={parent}
      query={useQuery(deliveryQuery(webhookId, deliveryId))}
      lines={9}
    >
      {(delivery) => (
        <Page
          title={delivery.event}
          objectName={delivery.event}
          description={
            <>
              Event of <Time value={delivery.createdAt} format="full" />
            </>
          }
          parent={parent}
          actions={<ResendButton delivery={delivery} isDisabled={webhook?.value.status === 'disabled'} />}
        >
          {delivery.status !== 'delivered' && (
            <Notice tone={delivery.status === 'exhausted' ? 'danger' : 'warning'}>
              {deliveryReason(delivery)}
              {webhook?.value.status === 'disabled' && ' The webhook is disabled: enable it first.'}
            </Notice>
          )}
          <div className="grid-2">
            <DeliveryFacts delivery={delivery} />
            <DeliveredEvent eventId={delivery.eventId} />
          </div>
          <Attempts delivery={delivery} />
        </Page>
      )}
    </QueryPage>
  );
}

interface ResendButtonProps {
  readonly delivery: Delivery;
  readonly isDisabled: boolean;
}

function ResendButton({ delivery: { id, webhookId, resends }, isDisabled }: ResendButtonProps) {
  const resend = useResend(webhookId);
  const isAllowed = useCan('member') && !isDisabled && resends < resendsMax;
  usePaletteAction('Resend the delivery', () => resend.mutate(id), isAllowed);
  if (!isAllowed) return null;

  return (
    <Button icon={<RotateCw />} isPending={resend.isPending} onClick={() => resend.mutate(id)}>
      Resend
    </Button>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  return (
    <Card title="Delivery">
      <Facts
        items={[
          ['Status', <DeliveryStatus key="status" delivery={delivery} />],
          ['Next attempt', <Time key="next" value={delivery.nextAttemptAt} none="None" />],
          ['Resends', `${delivery.resends} of ${resendsMax}`],
          ['Delivery id', <code key="id">{delivery.id}</code>],
          ['X-Webhook-Id', <code key="event">{delivery.eventId}</code>],
          ['X-Webhook-Event', <code key="type">{delivery.event}</code>],
        ]}
      />
    </Card>
  );
}

/** The last ten attempts, newest first. */
function Attempts({ delivery: { attempts } }: { readonly delivery: Delivery }) {
  return (
    <Card title="Attempts" description="The last ten, newest first. All have the same id and body.">
      {attempts.length === 0 && <p className="muted">No attempt has a result yet.</p>}
      <ol className="entry-list attempts">
        {attempts.toReversed().map(({ number, trigger, startedAt, requests }) => (
          <li key={startedAt}>
            <div className="row attempt-head">
              <strong>{attemptTitle(trigger, number)}</strong>
              <Time value={startedAt} />
            </div>
            {[...requests.entries()].map(([position, request]) => (
              <RequestResult key={position} request={request} />
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function attemptTitle(trigger: Delivery['attempts'][number]['trigger'], number: number): string {
  if (trigger === 'resend') return 'Resend';

  return trigger === 'replay' ? `Replay, attempt ${number}` : `Attempt ${number}`;
}
