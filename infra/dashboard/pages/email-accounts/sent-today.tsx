import { formatNumber } from '../../components/number.tsx';
import { Progress } from '../../components/progress.tsx';
import type { Account } from './queries.ts';

/** The number of emails that the account may send today; null if it is unknown, because answers can exceed a limit of the ramp-up. */
export function limitToday({ sentToday, remainingToday, dailyLimit, rampUp }: Account): number | null {
  if (remainingToday > 0) return sentToday + remainingToday;

  return rampUp.enabled ? null : dailyLimit;
}

/** Such as “3 of 10”, or “11 sent, none left”. */
export function sentTodayText(account: Account): string {
  const limit = limitToday(account);
  const sent = formatNumber(account.sentToday);

  return limit === null ? `${sent} sent, none left` : `${sent} of ${formatNumber(limit)}`;
}

export const SentToday = ({ account }: { readonly account: Account }) => (
  <Progress
    label={`Sent today by ${account.email}`}
    isLabelHidden
    value={account.sentToday}
    max={limitToday(account) ?? account.sentToday}
    text={sentTodayText(account)}
  />
);
