import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { refresh } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { Facts } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { gapsOf } from './plan/gaps.ts';
import { GapsNotice } from './plan/gaps-notice.tsx';
import { type PlanProps, StartWarnings } from './plan/plan-notices.tsx';
import { planQuery, startCampaign } from './plan/plan-query.ts';
import { contactsText, emailsText } from './plan/plan-texts.ts';
import { StartFaults } from './plan/start-faults.tsx';
import type { Campaign } from './queries.ts';

interface StartCampaignProps extends DialogState {
  readonly campaign: Campaign;
  readonly onStarted?: (() => unknown) | undefined;
}

/** Confirms a start, and shows the emails that it would send. */
export function StartCampaign({ isOpen, ...props }: StartCampaignProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={`${hasStarted(props.campaign) ? 'Continue' : 'Start'} “${props.campaign.name}”?`}
    >
      <StartForm {...props} />
    </Dialog>
  );
}

const hasStarted = ({ startedAt }: Campaign): boolean => startedAt !== null;

function StartForm({ campaign, onClose, onStarted }: Omit<StartCampaignProps, 'isOpen'>) {
  const { id, name } = campaign;
  const client = useQueryClient();
  const plan = useQuery({ ...planQuery(id), staleTime: 0 });
  const start = useMutation({
    mutationFn: () => startCampaign(client, id),
    async onSuccess() {
      onClose();
      showToast(
        `“${name}” ${hasStarted(campaign) ? 'continues' : 'is started'}`,
        'The next emails are sent when its schedule allows.',
      );
      await onStarted?.();
      await refresh(client, 'campaigns');
    },
  });
  const error = start.error ?? plan.error;
  const isRefused = error instanceof ApiError && error.status === 422;
  const gaps = gapsOf(campaign);
  const [isAccepted, setAccepted] = useState(false);

  return (
    <div className="form">
      {!isRefused && (
        <GapsNotice gaps={gaps} campaignId={id} isAccepted={isAccepted} onAccept={setAccepted} />
      )}
      {isRefused ? (
        <StartFaults error={error} campaignId={id} />
      ) : (
        <QueryState query={plan}>
          {(loadedPlan) => <PlanSummary plan={loadedPlan} campaign={campaign} />}
        </QueryState>
      )}
      {start.error && !isRefused && <Notice tone="danger">{start.error.message}</Notice>}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          isPending={start.isPending}
          disabled={isRefused || (gaps.length > 0 && !isAccepted)}
          onClick={() => start.mutate()}
        >
          {hasStarted(campaign) ? 'Continue campaign' : 'Start campaign'}
        </Button>
      </div>
    </div>
  );
}

function PlanSummary({ plan, campaign }: PlanProps) {
  return (
    <>
      <Facts
        items={[
          ['Contacts', contactsText(plan, campaign)],
          ['Emails', emailsText(plan)],
          [
            'First email',
            <Time key="first" value={plan.firstSendAt} format="full" none="No email is planned" />,
          ],
          ['Last email', <Time key="last" value={plan.estimatedCompletionAt} format="date" none="Unknown" />],
        ]}
      />
      <StartWarnings plan={plan} campaign={campaign} />
      <Link to="/campaigns/$campaignId/plan" params={{ campaignId: campaign.id }}>
        See the emails of each day
      </Link>
    </>
  );
}
