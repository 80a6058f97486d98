import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Time } from '../../../components/time.tsx';
import { deliveryBadges } from '../labels.ts';
import type { Delivery } from '../queries.ts';

export function DeliveryStatus({ delivery }: { readonly delivery: Delivery }) {
  const [label, tone] = deliveryBadges[delivery.status];

  return (
    <Badge tone={tone} reason={deliveryReason(delivery)}>
      {label}
    </Badge>
  );
}

/** Why the event is not delivered, and when the next attempt is; undefined for a delivered event. */
export function deliveryReason({ status, nextAttemptAt }: Delivery): ReactNode | undefined {
  if (status === 'held') {
    return 'Waits until the endpoint responds again or the webhook is enabled, for at most 7 days from the event. You can resend it now.';
  }
  if (status === 'exhausted') return 'All five attempts failed. Resend it, or replay the period.';
  if (status !== 'pending') return undefined;

  return (
    <>
      The next attempt is <Time value={nextAttemptAt} />.
    </>
  );
}
