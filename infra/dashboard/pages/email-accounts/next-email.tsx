import { serviceNow } from '../../api/clock.ts';
import { Time } from '../../components/time.tsx';
import type { Account } from './queries.ts';

/** The time of the next email, or the event that the account waits for. */
export function NextEmail({ account }: { readonly account: Account }) {
  const { status, nextSendAt } = account;
  if (status === 'paused') return <span className="muted">When you resume it</span>;
  if (status !== 'connected') return <span className="muted">When it is connected again</span>;

  return canSendNow(account) ? 'As soon as one is due' : <Time value={nextSendAt} />;
}

/** Whether the limits of an account and its gap between two emails allow an email now. */
export const canSendNow = ({ nextSendAt }: Pick<Account, 'nextSendAt'>): boolean =>
  nextSendAt !== null && Date.parse(nextSendAt) <= serviceNow();
