import type { ReactNode } from 'react';
import { serviceNow } from '../../api/clock.ts';
import { Badge } from '../../components/badge.tsx';
import type { Tone } from '../../components/notice.tsx';
import { toSentence } from '../../components/sentence.ts';
import { Time } from '../../components/time.tsx';
import { canSendNow } from './can-send.tsx';
import type { Account } from './queries.ts';

export const statusLabels: Readonly<Record<Account['status'], string>> = {
  connected: 'Connected',
  paused: 'Paused',
  error: 'Error',
  disconnected: 'Disconnected',
};

interface SendingStop {
  readonly label: string;
  readonly tone: Tone;
  readonly reason: ReactNode;
}

/** With these reasons, only follow-ups wait; first emails are sent. */
const inboxErrorCodes = ['inbox_unreachable', 'inbox_limit_exceeded'];

/** Why an account sends nothing or only first emails, and when it continues; undefined if it sends all emails. */
export function sendingStopOf(account: Account): SendingStop | undefined {
  const { status, statusReason, dailyLimit, remainingToday, nextSendAt } = account;
  const label = statusLabels[status];
  const reasonSentence = statusReason ? toSentence(statusReason.message) : '';
  if (status === 'disconnected') {
    return { label, tone: 'neutral', reason: 'Its credentials are deleted. Connect it again to send.' };
  }
  if (status === 'error') {
    const reason = reasonSentence || 'The mail server rejects it. Connect it again.';

    return { label, tone: 'danger', reason };
  }
  if (status === 'paused') {
    return { label, tone: 'warning', reason: 'It sends no campaign emails until you resume it.' };
  }
  if (statusReason) {
    const isInboxError = inboxErrorCodes.includes(statusReason.code);

    return { label: isInboxError ? 'Follow-ups wait' : 'Waiting', tone: 'warning', reason: reasonSentence };
  }
  if (dailyLimit === 0) {
    return { label: 'Limit 0', tone: 'warning', reason: 'Its daily limit is 0, so it sends nothing.' };
  }
  if (remainingToday === 0 && !canSendNow(account)) {
    const reason = (
      <>
        It has sent all emails of its day, which ends <Time value={nextSendAt} />.
      </>
    );

    return { label: 'Limit reached', tone: 'info', reason };
  }

  return undefined;
}

/** When something can send again; nothing if the time is unknown or past. An account does not know the windows of its campaigns. */
export const Continuation = ({ time }: { readonly time: string | null }) =>
  time &&
  Date.parse(time) > serviceNow() && (
    <>
      {' '}
      It can send again <Time value={time} />.
    </>
  );

export function AccountStatus({ account }: { readonly account: Account }) {
  const stop = sendingStopOf(account);

  return (
    <Badge tone={stop?.tone ?? 'success'} reason={stop?.reason}>
      {stop?.label ?? statusLabels[account.status]}
    </Badge>
  );
}
