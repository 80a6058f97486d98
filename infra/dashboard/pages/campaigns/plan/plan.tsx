import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { ApiError } from '../../../api/errors.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page/page.tsx';
import { EmptyState, QueryState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { type Campaign, useCampaign } from '../queries.ts';
import { Calendar } from './calendar.tsx';
import { PlanNotices, type PlanProps } from './plan-notices.tsx';
import { planQuery } from './plan-query.ts';
import { emailsText } from './plan-texts.ts';
import { StartFaults } from './start-faults.tsx';
import './plan.css';

export function Plan() {
  const { value: campaign } = useCampaign();
  const canPlan = useCan('member');
  const query = useQuery({ ...planQuery(campaign.id), enabled: canPlan });
  if (!canPlan) {
    return (
      <Card>
        <EmptyState title="You cannot plan this campaign" icon={<CalendarDays />}>
          Your role only views. An owner can give you the role member.
        </EmptyState>
      </Card>
    );
  }
  if (query.data === undefined && query.error instanceof ApiError && query.error.status === 422) {
    return <StartFaults error={query.error} campaignId={campaign.id} />;
  }

  return (
    <QueryState query={query} lines={8}>
      {(plan) => (
        <div className="stack">
          <PlanNotices plan={plan} campaign={campaign} />
          <Card
            title={plan.totalMails === 0 ? 'No email is planned' : emailsText(plan)}
            description={planDescription(campaign)}
            actions={
              <div className="row">
                <span className="muted">
                  Planned <Time value={new Date(query.dataUpdatedAt).toISOString()} />
                </span>
                <Button isPending={query.isFetching} onClick={() => void query.refetch()}>
                  Plan again
                </Button>
              </div>
            }
          >
            <PlannedDays plan={plan} campaign={campaign} />
          </Card>
        </div>
      )}
    </QueryState>
  );
}

const planDescription = ({ status, schedule: { timezone } }: Campaign): string =>
  status === 'active'
    ? `What the campaign sends next if no recipient reacts. Days are in the time zone ${timezone}.`
    : `What the campaign would send if you start it now and no recipient reacts. Days are in the time zone ${timezone}.`;

function PlannedDays({ plan, campaign }: PlanProps) {
  if (plan.totalMails === 0) {
    return (
      <EmptyState title="Nothing to send" icon={<CalendarDays />}>
        All recipients have received their emails, or wait for a decision.
      </EmptyState>
    );
  }

  return (
    <>
      <div className="inline-facts plan-facts">
        <Facts
          items={[
            ['First email', <Time key="first" value={plan.firstSendAt} format="full" none="Unknown" />],
            [
              'Last email',
              <Time
                key="last"
                value={plan.estimatedCompletionAt}
                format="full"
                none={campaign.continuous ? 'None, the campaign is continuous' : 'Unknown'}
              />,
            ],
            ['Days with emails', formatNumber(new Set(plan.days.map(({ date }) => date)).size)],
          ]}
        />
      </div>
      <Calendar days={plan.days} />
    </>
  );
}
