import { serviceNow } from '../../api/clock.ts';
import { Time } from '../../components/time.tsx';
import type { Account } from './queries.ts';

/** The time of the next email, or the event that the account waits for. */
export function NextEmail({ account }: { readonly account: Account }) {
  const { status, nextSendAt, remainingToday } = account;
  if (status === 'paused') return <span className="muted">When you resume it</span>;
  if (status !== 'connected') return <span className="muted">When it is connected again</span>;
  const canSendNow = remainingToday > 0 && nextSendAt !== null && Date.parse(nextSendAt) <= serviceNow();

  return canSendNow ? 'As soon as one is due' : <Time value={nextSendAt} />;
}
