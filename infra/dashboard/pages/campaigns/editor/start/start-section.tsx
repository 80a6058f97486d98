import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarRange, Check, CircleAlert, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useList } from '../../../../api/lists.ts';
import { Button } from '../../../../components/button.tsx';
import { showError } from '../../../../components/overlay/toast.tsx';
import { Card } from '../../../../components/page/page.tsx';
import { audienceCountQuery } from '../../../contacts/queries.ts';
import { isEnrolling, planQuery } from '../../plan/plan-query.ts';
import { emailsText } from '../../plan/plan-texts.ts';
import { StartCampaign } from '../../start-campaign.tsx';
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

/** Requirements, summary, dry run and start. Both actions save the campaign first: a dialog would hide the errors of its texts. */
function StartForm() {
  const { draft, campaign, errors, isChanged, isSaving, save } = useEditorContext();
  const [isStarting, setStarting] = useState(false);
  const accounts = useList(accountsQuery);
  const { data: audienceCount } = useQuery(audienceCountQuery(draft.audience));
  const requirements = requirementsOf(draft, campaign, accounts.rows, audienceCount, errors);
  const isReady = requirements.every(({ missing }) => missing === undefined);
  const hasDoubt = requirements.some(({ doubt }) => doubt !== undefined);
  const dryRun = useDryRun();
  const navigate = useNavigate();
  const result = useFocusOnResult(dryRun, isStarting);
  const openStart = async (): Promise<void> => {
    if (isChanged && !(await save())) return;
    setStarting(true);
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
        <section ref={result} tabIndex={-1} aria-label={`Dry run: ${emailsText(dryRun.plan)}`}>
          <PlanView plan={dryRun.plan} accounts={accounts.rows} isOld={isChanged} />
        </section>
      )}
      <div className="row">
        <Button
          icon={<CalendarRange />}
          isPending={dryRun.isPending}
          disabled={!isReady}
          onClick={dryRun.run}
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
      <StartCampaign
        isOpen={isStarting}
        onClose={() => setStarting(false)}
        campaign={campaign}
        onStarted={() => navigate({ to: '/campaigns/$campaignId', params: { campaignId: campaign.id } })}
      />
    </>
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

  return {
    plan,
    run: () => run.mutate(),
    isPending: run.isPending || isEnrolling(plan),
    submittedAt: run.submittedAt,
  };
}

/** @returns the element of the plan, which is above the button: it gets the focus when a run ends, unless a dialog is open */
function useFocusOnResult(
  { isPending, submittedAt }: Pick<ReturnType<typeof useDryRun>, 'isPending' | 'submittedAt'>,
  isDialogOpen: boolean,
) {
  const result = useRef<HTMLElement>(null);
  const lastRun = useRef(submittedAt);
  useEffect(() => {
    if (isPending || lastRun.current === submittedAt) return;
    lastRun.current = submittedAt;
    if (!isDialogOpen) result.current?.focus();
  });

  return result;
}
