import { serviceNow } from '../../../api/clock.ts';
import { formatNumber, NumberLink } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page/page.tsx';
import { linkTo } from '../../links.ts';
import { CanSend } from '../can-send.tsx';
import type { Account } from '../queries.ts';
import { limitToday, SentToday } from '../sent-today.tsx';

export function TodayCard({ account }: { readonly account: Account }) {
  const { id, sentToday, remainingToday, dailyLimit, rampUp, timezone } = account;
  const limit = limitToday(account);
  const isRamping = rampUp.enabled && limit !== null && limit < dailyLimit;

  return (
    <Card title="Today" description={`Emails of all campaigns and answers, in ${timezone}`}>
      <SentToday account={account} />
      {isRamping && (
        <p className="account-note">
          The ramp-up allows {formatNumber(limit)} today, and {formatNumber(rampUp.increment)} more on each
          further sending day, up to the daily limit of {formatNumber(dailyLimit)}.
        </p>
      )}
      <div className="account-note">
        <Facts
          items={[
            [
              'Sent today',
              <NumberLink
                key="sent"
                value={sentToday}
                noun="email"
                detail="sent today"
                {...linkTo('/activity', {
                  emailAccountId: id,
                  type: 'email.sent',
                  after: startOfDay(timezone),
                })}
              />,
            ],
            ['Remaining', formatNumber(remainingToday)],
            ['Can send', <CanSend key="next" account={account} />],
          ]}
        />
      </div>
    </Card>
  );
}

/** The last midnight in the zone, as RFC 3339. On a day with a clock change, the result can be wrong by an hour. */
function startOfDay(timezone: string): string {
  const now = new Date(serviceNow());
  // In British English, such as `17:05:09`.
  const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeStyle: 'medium' }).format(now);
  const [hours = 0, minutes = 0, seconds = 0] = timeOfDay.split(':').map(Number);
  const midnight = now.getTime() - (hours * 3600 + minutes * 60 + seconds) * 1000;

  return new Date(Math.floor(midnight / 1000) * 1000).toISOString();
}
