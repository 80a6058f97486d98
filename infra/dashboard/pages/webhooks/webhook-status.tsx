import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import type { Tone } from '../../components/notice.tsx';
import { countOf } from '../../components/number.tsx';
import { Time } from '../../components/time.tsx';
import { errorLabel } from './labels.ts';
import type { Webhook } from './queries.ts';

const statusBadges: Readonly<Record<Webhook['status'], readonly [label: string, Tone]>> = {
  healthy: ['Healthy', 'success'],
  failing: ['Failing', 'warning'],
  disabled: ['Disabled', 'danger'],
};

export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const [label, tone] = statusBadges[webhook.status];

  return (
    <Badge tone={tone} reason={statusReason(webhook)}>
      {label}
    </Badge>
  );
}

/** Why deliveries wait, and when they continue; undefined if nothing waits. */
export function statusReason(webhook: Webhook): ReactNode | undefined {
  const { status, consecutiveFailures, nextAttemptAt, disabledAt } = webhook;
  if (status === 'disabled') {
    return (
      <>
        Disabled <Time value={disabledAt} /> after {countOf(consecutiveFailures, 'failed attempt')} in a row
        {errorText(webhook)}. Events are held for 7 days and are not sent until you enable the webhook.
      </>
    );
  }
  if (consecutiveFailures === 0) return undefined;

  return (
    <>
      {consecutiveFailures === 1
        ? 'The last attempt failed'
        : `The last ${countOf(consecutiveFailures, 'attempt')} failed`}
      {errorText(webhook)}.{' '}
      {status === 'failing'
        ? 'Retries continue. New events are held: one per minute is attempted, and all are sent after the first success. 20 failures in a row disable the webhook. '
        : 'Failed deliveries are tried again. '}
      {nextAttemptAt && (
        <>
          Next attempt <Time value={nextAttemptAt} />.
        </>
      )}
    </>
  );
}

const errorText = ({ lastError: error }: Webhook): string => (error ? ` (${errorLabel(error.code)})` : '');
