import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarRange, Check, CircleAlert, Play } from 'lucide-react';
import { useState } from 'react';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import { refresh, useList } from '../../../../api/lists.ts';
import { Button } from '../../../../components/button.tsx';
import { Confirm } from '../../../../components/dialog.tsx';
import { Card } from '../../../../components/page.tsx';
import { showError, showToast } from '../../../../components/toast.tsx';
import { errorsByPath } from '../draft-errors.ts';
import { useEditorContext } from '../editor-context.ts';
import { accountsQuery } from '../queries.ts';
import { PlanView } from './plan-view.tsx';
import { type Requirement, requirementsOf } from './requirements.ts';
import { Summary } from './summary.tsx';
import './start.css';

/** Requirements, summary, dry run and start. Both actions save the campaign first. */
export function StartForm() {
  const { draft, campaign, isChanged, isSaving } = useEditorContext();
  const [isStarting, setStarting] = useState(false);
  const accounts = useList(accountsQuery);
  const requirements = requirementsOf(draft, campaign, accounts.rows);
  const isReady = requirements.every(({ missing }) => missing === undefined);
  const dryRun = useDryRun();
  const start = useStart();

  return (
    <>
      <Card title={isReady ? 'Ready to start' : 'Before the start'}>
        <ul className="requirements">
          {requirements.map((requirement) => (
            <RequirementRow key={requirement.section} {...requirement} />
          ))}
        </ul>
      </Card>
      <Card title="What will happen">
        <Summary accounts={accounts.rows} plan={dryRun.data} />
      </Card>
      {dryRun.data && <PlanView plan={dryRun.data} accounts={accounts.rows} isOld={isChanged} />}
      <div className="row">
        <Button
          icon={<CalendarRange />}
          isPending={dryRun.isPending}
          disabled={!isReady}
          onClick={() => dryRun.mutate()}
        >
          {isChanged ? 'Save and dry run' : 'Dry run'}
        </Button>
        <Button
          variant="primary"
          icon={<Play />}
          disabled={!isReady || isSaving}
          onClick={() => setStarting(true)}
        >
          {campaign.startedAt === null ? 'Start campaign' : 'Continue campaign'}
        </Button>
        <span className="muted">A dry run computes each day and sends nothing.</span>
      </div>
      <Confirm
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        title={`Start ${draft.name}?`}
        action="Start campaign"
        isDanger={false}
        onConfirm={start}
      >
        <Summary accounts={accounts.rows} plan={dryRun.data} />
      </Confirm>
    </>
  );
}

function RequirementRow({ section, label, missing }: Requirement) {
  const { campaign } = useEditorContext();

  return (
    <li data-tone={missing === undefined ? 'success' : 'warning'}>
      {missing === undefined ? <Check aria-label="Done" /> : <CircleAlert aria-label="Missing" />}
      <div>
        <Link
          to="/campaigns/$campaignId/edit"
          params={{ campaignId: campaign.id }}
          search={section === 'emails' ? {} : { section }}
          replace
        >
          {label}
        </Link>
        {missing && <div className="muted">{missing}</div>}
      </div>
    </li>
  );
}

export type Plan = Schemas['SendingPlan']['plan'];

/** The plan is empty until added contacts are enrolled, which takes seconds. The dry run is then repeated. */
const attemptsMax = 6;
const enrolmentWaitMs = 1500;

async function readPlan(id: string): Promise<Plan | undefined> {
  const params = { path: { id } };
  const result = await unwrap(api.POST('/campaigns/{id}/start', { params, body: { dryRun: true } }));

  return 'plan' in result ? result.plan : undefined;
}

function useDryRun() {
  const { campaign, save, showErrors } = useEditorContext();

  return useMutation({
    mutationFn: async (): Promise<Plan | undefined> => {
      if (!(await save())) return undefined;
      for (let attempt = 1; ; attempt += 1) {
        const plan = await readPlan(campaign.id);
        const isEnrolling = plan?.truncated && plan.totalMails === 0;
        if (!isEnrolling || attempt === attemptsMax) return plan;
        await new Promise((resolve) => setTimeout(resolve, enrolmentWaitMs));
      }
    },
    onError: (error) => {
      const errors = errorsByPath(error);
      if (Object.keys(errors).length > 0) showErrors(errors);
      else showError(error);
    },
  });
}

/** @returns the action of the dialog, which shows its errors */
function useStart(): () => Promise<void> {
  const { campaign, save, showErrors } = useEditorContext();
  const client = useQueryClient();
  const navigate = useNavigate();

  return async () => {
    if (!(await save())) throw new Error('The campaign could not be saved. Close this dialog to see why.');
    try {
      await unwrap(api.POST('/campaigns/{id}/start', { params: { path: { id: campaign.id } }, body: {} }));
    } catch (error) {
      showErrors(errorsByPath(error));
      throw error;
    }
    showToast(`${campaign.name} is started`, 'The first emails are scheduled within a minute.');
    await navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } });
    await refresh(client, 'campaigns');
  };
}
