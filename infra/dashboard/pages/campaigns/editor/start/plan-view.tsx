import { Link } from '@tanstack/react-router';
import { Notice } from '../../../../components/notice.tsx';
import { formatNumber } from '../../../../components/number.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { plannedDay } from '../../plan/months.ts';
import { PlanNotices } from '../../plan/plan-notices.tsx';
import { isEnrolling, type SendingPlan } from '../../plan/plan-query.ts';
import { contactsText, emailsText } from '../../plan/plan-texts.ts';
import type { EmailAccount } from '../../queries.ts';
import { useEditorContext } from '../editor-context.ts';

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

interface PlanViewProps {
  readonly plan: SendingPlan;
  readonly accounts: readonly EmailAccount[];
  /** The campaign has changed since the dry run. */
  readonly isOld: boolean;
}

/** The result of a dry run: emails of each day, and contacts that get none. */
export function PlanView({ plan, accounts, isOld }: PlanViewProps) {
  const { campaign } = useEditorContext();

  return (
    <Card
      title={`Dry run: ${emailsText(plan)}`}
      actions={
        <Link to="/campaigns/$campaignId/plan" params={{ campaignId: campaign.id }}>
          Calendar
        </Link>
      }
      description={contactsText(plan, campaign)}
    >
      <div className="form">
        {isOld && <Notice tone="warning">The campaign has changed since. Run it again.</Notice>}
        {plan.counts.contacts === 0 && !isEnrolling(plan) && (
          <Notice tone="warning">
            No email would be sent: no contact matches, or all of them are in another campaign, unsubscribed,
            bounced or blocklisted.
          </Notice>
        )}
        <Days plan={plan} accounts={accounts} />
        <PlanNotices plan={plan} campaign={campaign} />
      </div>
    </Card>
  );
}

function Days({ plan, accounts }: Omit<PlanViewProps, 'isOld'>) {
  const byDate = Map.groupBy(plan.days, ({ date }) => date);
  const days = [...byDate].map(([date, entries]) => plannedDay(date, entries));
  const busiestDayCount = Math.max(...days.map(({ mails }) => mails), 1);
  if (days.length === 0) return null;
  const accountEmail = (id: string): string => accounts.find((account) => account.id === id)?.email ?? id;

  return (
    <div className="plan-days">
      <table>
        <caption className="visually-hidden">Emails of each day</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Share</th>
            <th scope="col">Emails</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, mails, accounts: entries }) => (
            <tr
              key={date}
              title={entries
                .map(({ emailAccountId, mails: count }) => `${accountEmail(emailAccountId)}: ${count}`)
                .join('\n')}
            >
              <th scope="row">{dayFormat.format(new Date(date))}</th>
              <td className="plan-bar">
                <span style={{ width: `${(mails / busiestDayCount) * 100}%` }} />
              </td>
              <td className="number">{formatNumber(mails)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
