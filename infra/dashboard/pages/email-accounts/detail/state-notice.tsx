import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../api/session.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Time } from '../../../components/time.tsx';
import { showError, showToast } from '../../../components/toast.tsx';
import { stopOf } from '../account-status.tsx';
import { patchAccount } from '../queries.ts';
import type { AccountVersion } from './account-detail.tsx';

/** Why the account sends nothing, when it continues, and an action that resumes it. */
export function StateNotice({ account, etag }: AccountVersion) {
  const stop = stopOf(account);
  if (!stop) return null;
  const { statusReason, nextSendAt, status } = account;

  return (
    <Notice tone={stop.tone} title={stop.label} actions={<RemedyAction account={account} etag={etag} />}>
      {stop.reason}
      {statusReason && (
        <span className="muted">
          {' '}
          Since <Time value={statusReason.occurredAt} format="full" />
          {statusReason.smtpCode !== null && `, SMTP code ${statusReason.smtpCode}`}.
          {status === 'connected' && nextSendAt && (
            <>
              {' '}
              It continues <Time value={nextSendAt} />.
            </>
          )}
        </span>
      )}
    </Notice>
  );
}

function RemedyAction({ account, etag }: AccountVersion) {
  const client = useQueryClient();
  const canChange = useCan('member');
  const { mutate, isPending } = useMutation({
    mutationFn: () => patchAccount(client, account.id, etag, { status: 'connected' }),
    onSuccess: () => showToast(`${account.email} is resumed`),
    onError: showError,
  });
  if (!canChange) return null;
  if (account.status === 'paused') {
    return (
      <Button size="small" isPending={isPending} onClick={() => mutate()}>
        Resume
      </Button>
    );
  }
  if (account.status === 'connected') return null;

  return (
    <Link
      to="/email-accounts/connect"
      search={{ email: account.email }}
      className={buttonClass('secondary', 'small')}
    >
      Connect again
    </Link>
  );
}
