import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarDays, Play } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState, Skeleton } from '../../../components/states.tsx';
import { planQuery, type SendingPlan } from '../../campaigns/plan/plan-query.ts';
import { emailsText } from '../../campaigns/plan/plan-texts.ts';
import type { Campaign } from '../queries.ts';
import type { Part } from './first-campaign.tsx';
import { StepCard } from './step-card.tsx';

const PlannedDays = lazy(async () => ({ default: (await import('./planned-days.tsx')).PlannedDays }));
const PlanNotices = lazy(async () => ({
  default: (await import('../../campaigns/plan/plan-notices.tsx')).PlanNotices,
}));
const StartCampaign = lazy(async () => ({
  default: (await import('../../campaigns/start-campaign.tsx')).StartCampaign,
}));

interface PlanProps {
  readonly campaign: Campaign | undefined;
  readonly missing: readonly Part[];
}

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** The calendar of the dry run, and the start. Every change of the draft draws it again. */
export function Plan({ campaign, missing }: PlanProps) {
  const isReady = campaign !== undefined && missing.length === 0;
  const plan = useQuery({ ...planQuery(campaign?.id ?? ''), enabled: isReady });

  return (
    <div className="stack first-plan">
      <StepCard
        number={4}
        title={isReady && plan.data ? lastEmailText(plan.data, campaign) : 'Plan'}
        isDone={isReady && plan.data !== undefined}
        description={
          isReady && plan.data
            ? `${emailsText(plan.data)} if no recipient reacts. Days are in the time zone ${campaign.schedule.timezone.replaceAll('_', ' ')}.`
            : 'Each day with its emails, before anything is sent.'
        }
      >
        {isReady ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <PlannedDays plan={plan} campaign={campaign} />
          </Suspense>
        ) : (
          <EmptyState title="The calendar appears here" icon={<CalendarDays />}>
            {`Still missing: ${listFormat.format(missing)}.`}
          </EmptyState>
        )}
      </StepCard>
      <Start campaign={campaign} isReady={isReady && plan.error === null}>
        {isReady && plan.data && (
          <Suspense>
            <PlanNotices plan={plan.data} campaign={campaign} />
          </Suspense>
        )}
      </Start>
    </div>
  );
}

/** Such as “The last email leaves on Dec 23”. */
function lastEmailText({ estimatedCompletionAt }: SendingPlan, { schedule }: Campaign): string {
  if (estimatedCompletionAt === null) return 'Plan';
  const { timezone: timeZone } = schedule;
  const format = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone });

  return `The last email leaves on ${format.format(new Date(estimatedCompletionAt))}`;
}

interface StartProps {
  readonly campaign: Campaign | undefined;
  readonly isReady: boolean;
  /** What to know before the start. */
  readonly children: ReactNode;
}

function Start({ campaign, isReady, children }: StartProps) {
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();

  return (
    <StepCard number={5} title="Start" isDone={false} description="You see what will happen, and confirm it.">
      <Button variant="primary" icon={<Play />} disabled={!isReady} onClick={() => setStarting(true)}>
        Start the campaign
      </Button>
      {children}
      {campaign && isReady && (
        <Suspense>
          <StartCampaign
            campaign={campaign}
            isOpen={isStarting}
            onClose={() => setStarting(false)}
            onStarted={() => navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } })}
          />
        </Suspense>
      )}
    </StepCard>
  );
}
