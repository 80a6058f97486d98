import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { useCan } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatNumber } from '../../components/number.tsx';
import { Confirm } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { Time } from '../../components/time.tsx';
import { EnableWebhook } from './dialogs/enable-webhook.tsx';
import type { Webhook } from './queries.ts';
import { statusReason } from './webhook-status.tsx';

interface WebhookProps {
  readonly webhook: Webhook;
}

/** Notices about failures, a rotation of the secret and a replay. */
export function WebhookNotices({ webhook }: WebhookProps) {
  return (
    <>
      <StatusNotice webhook={webhook} />
      <RotationNotice webhook={webhook} />
      {webhook.replay && <ReplayNotice replay={webhook.replay} />}
    </>
  );
}

const statusTitles = {
  healthy: undefined,
  failing: 'The endpoint is failing',
  disabled: 'The webhook is disabled',
} as const;

function StatusNotice({ webhook }: WebhookProps) {
  const [isEnabling, setEnabling] = useState(false);
  const canChange = useCan('member');
  const reason = statusReason(webhook);
  if (!reason) return null;
  // A healthy webhook has a reason, but no title, after its first failures.
  const isHealthy = webhook.status === 'healthy';

  return (
    <>
      <Notice
        tone={webhook.status === 'disabled' ? 'danger' : 'warning'}
        title={statusTitles[webhook.status]}
        actions={
          !isHealthy && canChange && <Button onClick={() => setEnabling(true)}>Enable the webhook</Button>
        }
      >
        {reason}
      </Notice>
      {isEnabling && <EnableWebhook webhook={webhook} onClose={() => setEnabling(false)} />}
    </>
  );
}

function RotationNotice({ webhook: { id, secretRotation } }: WebhookProps) {
  const [isRevoking, setRevoking] = useState(false);
  const canChange = useCan('member');
  const client = useQueryClient();
  const revoke = async (): Promise<void> => {
    await unwrap(api.POST('/webhooks/{id}/rotate-secret/revoke-previous', { params: { path: { id } } }));
    showToast('Previous secret revoked');
    await refresh(client, 'webhooks');
  };
  if (!secretRotation) return null;
  const isSingle = secretRotation.previousSecrets.length === 1;
  const isNewSecretAccepted = secretRotation.lastAcceptedSecret === 'current';

  return (
    <>
      <Notice
        tone={isNewSecretAccepted ? 'info' : 'warning'}
        title="The secret was rotated"
        actions={canChange && <Button onClick={() => setRevoking(true)}>Revoke the previous secret</Button>}
      >
        {isNewSecretAccepted
          ? 'The endpoint accepts the new secret. '
          : 'The endpoint has not accepted the new secret yet. When it has the secret, send a test event. '}
        {isSingle ? 'The previous secret is' : 'The last previous secret is'} valid until{' '}
        <Time value={secretRotation.previousExpiresAt} format="full" />.
      </Notice>
      <Confirm
        isOpen={isRevoking}
        onClose={() => setRevoking(false)}
        title="Revoke the previous secret?"
        action="Revoke the previous secret"
        onConfirm={revoke}
      >
        {isNewSecretAccepted
          ? 'Only the new secret is valid then.'
          : 'An endpoint that still verifies with the previous secret rejects all later deliveries.'}
      </Confirm>
    </>
  );
}

function ReplayNotice({ replay }: { readonly replay: NonNullable<Webhook['replay']> }) {
  const { after, before, queued, deliveries, completedAt } = replay;

  return (
    <Notice
      tone={completedAt ? 'success' : 'info'}
      title={completedAt ? 'Replay completed' : 'Replay in progress'}
    >
      {`${formatNumber(queued)} ${queued === 1 ? 'delivery' : 'deliveries'} queued from `}
      <Time value={after} format="full" /> to <Time value={before} format="full" />
      {deliveries === 'all' ? ', all events. ' : ', events that were not delivered. '}
      {completedAt ? (
        <>
          All events of the period were read <Time value={completedAt} />.
        </>
      ) : (
        'Events of the period are being read.'
      )}
    </Notice>
  );
}
