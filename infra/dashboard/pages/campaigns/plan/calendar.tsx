import { formatNumber } from '../../../components/number.tsx';
import { accountAddress } from '../labels.ts';
import { useAccounts } from '../queries.ts';
import { type Month, monthsOf, type PlannedDay } from './months.ts';
import type { SendingPlan } from './plan-query.ts';

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Further accounts share the last colour. */
const coloursMax = 5;

/** The emails of each day and account; in narrow windows only the days with emails. */
export function Calendar({ days }: { readonly days: SendingPlan['days'] }) {
  const accounts = useAccounts();
  const months = monthsOf(days);
  const accountIds = [...new Set(days.map(({ emailAccountId }) => emailAccountId))];
  const accountColour = (id: string): string =>
    `var(--chart-${Math.min(accountIds.indexOf(id) + 1, coloursMax)})`;
  const busiestDayCount = Math.max(
    ...months.flatMap(({ weeks }) => weeks.flat().map((day) => day?.mails ?? 0)),
  );

  return (
    <div className="calendar">
      {accountIds.length > 1 && (
        <ul className="row calendar-legend" aria-label="Accounts">
          {accountIds.map((id) => (
            <li key={id}>
              <span className="colour-mark" style={{ background: accountColour(id) }} aria-hidden="true" />
              {accountAddress(accounts, id)}
            </li>
          ))}
        </ul>
      )}
      {months.map((month) => (
        <MonthTable
          key={month.month}
          month={month}
          busiestDayCount={busiestDayCount}
          accountColour={accountColour}
          accountName={(id) => accountAddress(accounts, id)}
          isOneAccount={accountIds.length === 1}
        />
      ))}
    </div>
  );
}

interface DayProps {
  readonly busiestDayCount: number;
  readonly accountColour: (accountId: string) => string;
  readonly accountName: (accountId: string) => string;
  /** The number of the account is the number of the day. */
  readonly isOneAccount: boolean;
}

function MonthTable({ month: { month, weeks }, ...props }: DayProps & { readonly month: Month }) {
  return (
    <table className="calendar-month">
      <caption>{monthName.format(new Date(`${month}-01T00:00:00Z`))}</caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day)?.date}>
            {week.map((day, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a week have fixed places.
              <td key={index} data-empty={!day || day.mails === 0 || undefined}>
                {day && <DayCell day={day} {...props} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({
  day,
  busiestDayCount,
  accountColour,
  accountName,
  isOneAccount,
}: DayProps & { readonly day: PlannedDay }) {
  const text = dayName.format(new Date(`${day.date}T00:00:00Z`));

  return (
    <div className="calendar-day">
      <time dateTime={day.date} className="calendar-date">
        <span aria-hidden="true" className="calendar-number">
          {Number(day.date.slice(8))}
        </span>
        <span className="visually-hidden calendar-name">{text}</span>
      </time>
      {day.mails > 0 && (
        <>
          <strong className="calendar-total">
            {formatNumber(day.mails)}{' '}
            <span className="visually-hidden calendar-unit">{day.mails === 1 ? 'email' : 'emails'}</span>
          </strong>
          <ul>
            {day.accounts.map(({ emailAccountId, mails }) => (
              <li key={emailAccountId} title={`${accountName(emailAccountId)}: ${formatNumber(mails)}`}>
                <span
                  className="calendar-bar"
                  style={{
                    width: `${(mails / busiestDayCount) * 100}%`,
                    background: accountColour(emailAccountId),
                  }}
                  aria-hidden="true"
                />
                <span className="visually-hidden">{accountName(emailAccountId)}</span>
                {!isOneAccount && <span className="calendar-count">{formatNumber(mails)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
