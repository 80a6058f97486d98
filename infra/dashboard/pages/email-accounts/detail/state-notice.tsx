import { Link } from '@tanstack/react-router';
import { useCan } from '../../../api/session.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Time } from '../../../components/time.tsx';
import { Continuation, sendingStopOf } from '../account-status.tsx';
import type { AccountVersion } from '../queries.ts';
import { useTogglePause } from './account-actions.tsx';

/** Why the account sends nothing, when it continues, and an action that resumes it. */
export function StateNotice(version: AccountVersion) {
  const stop = sendingStopOf(version.account);
  if (!stop) return null;
  const { statusReason, nextSendAt, status } = version.account;

  return (
    <Notice tone={stop.tone} title={stop.label} actions={<RemedyAction {...version} />}>
      {stop.reason}
      {statusReason && (
        <span className="muted">
          {' '}
          Since <Time value={statusReason.occurredAt} format="full" />
          {statusReason.smtpCode !== null && `, SMTP code ${statusReason.smtpCode}`}.
          {status === 'connected' && <Continuation time={nextSendAt} />}
        </span>
      )}
    </Notice>
  );
}

function RemedyAction(version: AccountVersion) {
  const canChange = useCan('member');
  const { mutate: togglePause, isPending } = useTogglePause(version);
  const { email, status } = version.account;
  if (!canChange || status === 'connected') return null;
  if (status === 'paused') {
    return (
      <Button size="small" isPending={isPending} onClick={() => togglePause()}>
        Resume
      </Button>
    );
  }

  return (
    <Link to="/email-accounts/connect" search={{ email }} className={buttonClass('secondary', 'small')}>
      Connect again
    </Link>
  );
}
