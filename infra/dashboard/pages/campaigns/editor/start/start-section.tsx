import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarRange, Check, CircleAlert, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refresh, useList } from '../../../../api/lists.ts';
import { Button } from '../../../../components/button.tsx';
import { Confirm, type DialogState } from '../../../../components/overlay/dialog.tsx';
import { showError, showToast } from '../../../../components/overlay/toast.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { audienceCountQuery } from '../../../contacts/queries.ts';
import { gapsOf } from '../../plan/gaps.ts';
import { GapsNotice } from '../../plan/gaps-notice.tsx';
import { StartWarnings } from '../../plan/plan-notices.tsx';
import { isEnrolling, planQuery, type SendingPlan, startCampaign } from '../../plan/plan-query.ts';
import { emailsText } from '../../plan/plan-texts.ts';
import type { EmailAccount } from '../../queries.ts';
import { ActiveNotice } from '../active-notice.tsx';
import { errorsByPath } from '../draft-errors.ts';
import { useEditorContext } from '../editor-context.ts';
import { accountsQuery } from '../queries.ts';
import { sectionLink } from '../section-ids.ts';
import { PlanView } from './plan-view.tsx';
import { type Requirement, requirementsOf } from './requirements.ts';
import { Summary } from './summary.tsx';
import './start.css';

export function StartSection() {
  const { campaign } = useEditorContext();

  return (
    <div className="stack editor-column">
      {campaign.status === 'active' ? (
        <ActiveNotice>It sends as its schedule allows. Saved changes apply to the next emails.</ActiveNotice>
      ) : (
        <StartForm />
      )}
    </div>
  );
}

/** Requirements, summary, dry run and start. Both actions save the campaign first. */
function StartForm() {
  const { draft, campaign, isChanged, isSaving, save } = useEditorContext();
  const [isStarting, setStarting] = useState(false);
  const accounts = useList(accountsQuery);
  const { data: audienceCount } = useQuery(audienceCountQuery(draft.audience));
  const requirements = requirementsOf(draft, campaign, accounts.rows, audienceCount);
  const isReady = requirements.every(({ missing }) => missing === undefined);
  const hasDoubt = requirements.some(({ doubt }) => doubt !== undefined);
  const dryRun = useDryRun();
  const plan = isChanged ? undefined : dryRun.plan;
  const result = useRef<HTMLElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || dryRun.isPending || !plan) return;
    isAsked.current = false;
    result.current?.focus();
  });
  const showDryRun = (): void => {
    isAsked.current = true;
    dryRun.run();
  };
  // The dialog shows what the start would send now.
  const openStart = async (): Promise<void> => {
    // A dialog would hide the errors of a text that cannot be saved.
    if (isChanged && !(await save())) return;
    setStarting(true);
    if (!plan) dryRun.run();
  };

  return (
    <>
      <Card title={isReady && !hasDoubt ? 'Ready to start' : 'Before the start'}>
        <ul className="requirements">
          {requirements.map((requirement) => (
            <RequirementRow key={requirement.section} {...requirement} />
          ))}
        </ul>
      </Card>
      <Card title="What will happen">
        <Summary accounts={accounts.rows} plan={dryRun.plan} />
      </Card>
      {dryRun.plan && (
        // The result is above the button that has the focus.
        <section ref={result} tabIndex={-1} aria-label={`Dry run: ${emailsText(dryRun.plan)}`}>
          <PlanView plan={dryRun.plan} accounts={accounts.rows} isOld={isChanged} />
        </section>
      )}
      <div className="row">
        <Button
          icon={<CalendarRange />}
          isPending={dryRun.isPending}
          disabled={!isReady}
          onClick={showDryRun}
        >
          {isChanged ? 'Save and dry run' : 'Dry run'}
        </Button>
        <Button
          variant="primary"
          icon={<Play />}
          disabled={!isReady || isSaving}
          onClick={() => void openStart()}
        >
          {campaign.startedAt === null ? 'Start campaign' : 'Continue campaign'}
        </Button>
        <span className="muted">A dry run computes each day and sends nothing.</span>
      </div>
      <StartDialog
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        accounts={accounts.rows}
        plan={plan}
        isPlanning={dryRun.isPending}
      />
    </>
  );
}

interface StartDialogProps extends DialogState {
  readonly accounts: readonly EmailAccount[];
  /** Undefined until the dry run of the saved campaign has ended. */
  readonly plan: SendingPlan | undefined;
  readonly isPlanning: boolean;
}

function StartDialog({ accounts, plan, isPlanning, ...dialog }: StartDialogProps) {
  const { draft, campaign } = useEditorContext();
  const gaps = gapsOf(draft);
  const [isAccepted, setAccepted] = useState(false);

  return (
    <Confirm
      {...dialog}
      title={`Start “${draft.name}”?`}
      action="Start campaign"
      isDanger={false}
      isDisabled={gaps.length > 0 && !isAccepted}
      onConfirm={useStart()}
    >
      <div className="form">
        <Summary accounts={accounts} plan={plan} />
        <GapsNotice gaps={gaps} campaignId={campaign.id} isAccepted={isAccepted} onAccept={setAccepted} />
        {plan && <StartWarnings plan={plan} campaign={campaign} />}
        {isPlanning && <p role="status">The dry run computes the emails …</p>}
      </div>
    </Confirm>
  );
}

function RequirementRow({ section, label, missing, doubt }: Requirement) {
  const { campaign } = useEditorContext();
  const problem = missing ?? doubt;

  return (
    <li data-tone={problem === undefined ? 'success' : 'warning'}>
      {problem === undefined ? (
        <Check aria-label="Done" />
      ) : (
        <CircleAlert aria-label={missing === undefined ? 'Check' : 'Missing'} />
      )}
      <div>
        <Link {...sectionLink(campaign.id, section)}>{label}</Link>
        {problem && <div className="muted">{problem}</div>}
      </div>
    </li>
  );
}

/** The plan of the saved campaign, after a person has asked for it. */
function useDryRun() {
  const { campaign, save, showErrors } = useEditorContext();
  const client = useQueryClient();
  const query = planQuery(campaign.id);
  const { data } = useQuery({ ...query, enabled: ({ state }) => isEnrolling(state.data) });
  const { data: isRun, ...run } = useMutation({
    mutationFn: async (): Promise<boolean> => {
      if (!(await save())) return false;
      await client.fetchQuery({ ...query, staleTime: 0 });

      return true;
    },
    onError: (error) => {
      const errors = errorsByPath(error);
      if (Object.keys(errors).length > 0) showErrors(errors);
      else showError(error);
    },
  });
  const plan = isRun ? data : undefined;

  return { plan, run: () => run.mutate(), isPending: run.isPending || isEnrolling(plan) };
}

/** @returns the action of the dialog, which shows its errors */
function useStart(): () => Promise<void> {
  const { campaign, save, showErrors } = useEditorContext();
  const client = useQueryClient();
  const navigate = useNavigate();

  return async () => {
    if (!(await save())) throw new Error('The campaign could not be saved. Close this dialog to see why.');
    try {
      await startCampaign(client, campaign.id);
    } catch (error) {
      showErrors(errorsByPath(error));
      throw error;
    }
    showToast(`“${campaign.name}” is started`, 'The first emails are sent when its schedule allows.');
    await navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } });
    await refresh(client, 'campaigns');
  };
}
