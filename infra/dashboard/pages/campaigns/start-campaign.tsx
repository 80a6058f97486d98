import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, unwrap } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { refresh } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatNumber } from '../../components/number.tsx';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { Facts } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { PlanWarnings } from './plan/plan-notices.tsx';
import { planQuery, type SendingPlan } from './plan/plan-query.ts';
import { StartFaults } from './plan/start-faults.tsx';
import type { Campaign } from './queries.ts';

interface StartCampaignProps extends DialogState {
  readonly campaign: Campaign;
}

/** Confirms a start, and shows the emails that it would send. */
export function StartCampaign({ campaign, isOpen, onClose }: StartCampaignProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Start ${campaign.name}?`}>
      <StartForm campaign={campaign} onClose={onClose} />
    </Dialog>
  );
}

function StartForm({ campaign: { id, name }, onClose }: Omit<StartCampaignProps, 'isOpen'>) {
  const client = useQueryClient();
  const plan = useQuery({ ...planQuery(id), staleTime: 0 });
  const start = useMutation({
    mutationFn: () => unwrap(api.POST('/campaigns/{id}/start', { params: { path: { id } }, body: {} })),
    async onSuccess() {
      onClose();
      showToast(`${name} is started`, 'The first emails are scheduled within a minute.');
      await refresh(client, 'campaigns');
    },
  });
  const error = start.error ?? plan.error;
  const isRefused = error instanceof ApiError && error.status === 422;

  return (
    <div className="form">
      {isRefused ? (
        <StartFaults error={error} campaignId={id} />
      ) : (
        <QueryState query={plan}>
          {(loadedPlan) => <PlanSummary plan={loadedPlan} campaignId={id} />}
        </QueryState>
      )}
      {start.error && !isRefused && <Notice tone="danger">{start.error.message}</Notice>}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={start.isPending}
          disabled={isRefused}
          onClick={() => start.mutate()}
        >
          Start campaign
        </Button>
      </div>
    </div>
  );
}

function PlanSummary({ plan, campaignId }: { readonly plan: SendingPlan; readonly campaignId: string }) {
  return (
    <>
      <Facts
        items={[
          ['Emails', `${formatNumber(plan.totalMails)}${plan.truncated ? ' or more' : ''}`],
          ['First email', <Time key="first" value={plan.firstSendAt} none="No email is planned" />],
          ['Last email', <Time key="last" value={plan.estimatedCompletionAt} format="date" none="Unknown" />],
        ]}
      />
      <PlanWarnings plan={plan} />
      {plan.missingVariables.length > 0 && (
        <Notice tone="warning">
          {`${plan.missingVariables.length} contacts lack a value that their text requires. They are paused until they have it.`}
        </Notice>
      )}
      <Link to="/campaigns/$campaignId/plan" params={{ campaignId }}>
        See the emails of each day
      </Link>
    </>
  );
}
