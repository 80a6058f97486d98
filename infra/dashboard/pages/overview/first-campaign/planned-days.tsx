import { ApiError } from '../../../api/errors.ts';
import { QueryState, type QueryStateProps } from '../../../components/states.tsx';
import { Calendar } from '../../campaigns/plan/calendar.tsx';
import type { SendingPlan } from '../../campaigns/plan/plan-query.ts';
import { StartFaults } from '../../campaigns/plan/start-faults.tsx';
import type { Campaign } from '../queries.ts';
import '../../campaigns/campaigns.css';
import '../../campaigns/plan/plan.css';

interface PlannedDaysProps {
  readonly plan: QueryStateProps<SendingPlan>['query'];
  readonly campaign: Campaign;
}

export function PlannedDays({ plan, campaign }: PlannedDaysProps) {
  if (plan.error instanceof ApiError && plan.error.status === 422) {
    return <StartFaults error={plan.error} campaignId={campaign.id} />;
  }

  return (
    <QueryState query={plan} lines={8}>
      {({ days }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard.
        <section className="first-calendar" aria-label="Emails of each day" tabIndex={0}>
          <Calendar days={days} />
        </section>
      )}
    </QueryState>
  );
}
