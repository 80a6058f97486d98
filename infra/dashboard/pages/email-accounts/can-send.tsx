import { serviceNow } from '../../api/clock.ts';
import { Time } from '../../components/time.tsx';
import type { Account } from './queries.ts';

/** The time from which the account can send, or the event that it waits for. Campaigns know when their next email is due. */
export function CanSend({ account }: { readonly account: Account }) {
  const { status, nextSendAt } = account;
  if (status === 'paused') return <span className="muted">When you resume it</span>;
  if (status !== 'connected') return <span className="muted">When it is connected again</span>;

  return canSendNow(account) ? 'Now' : <Time value={nextSendAt} />;
}

/** Whether the limits of an account and its gap between two emails allow an email now. */
export const canSendNow = ({ nextSendAt }: Pick<Account, 'nextSendAt'>): boolean =>
  nextSendAt !== null && Date.parse(nextSendAt) <= serviceNow();
