import { Trophy } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { countOf, formatPercent } from '../../../components/number.tsx';
import { Time } from '../../../components/time.tsx';
import { stepLabel, stepSubject, variantLetter } from '../labels.ts';
import type { Campaign } from '../queries.ts';
import { ChooseWinner } from './choose-winner.tsx';
import type { Group } from './queries.ts';

interface StepHeadingProps {
  readonly campaign: Campaign;
  readonly stepId: string | null;
  readonly variants: readonly Group[];
  readonly columnCount: number;
}

/** The step of the following variants, with the winner of its A/B test. */
export function StepHeading({ campaign, stepId, variants, columnCount }: StepHeadingProps) {
  const [isChoosing, setChoosing] = useState(false);
  const canChange = useCan('member');
  const step = campaign.steps.find(({ id }) => id === stepId);
  const winner = campaign.winners.find((other) => other.stepId === stepId);
  const isAbTest = step !== undefined && step.variants.filter(({ enabled }) => enabled).length > 1;

  return (
    <tr className="figures-step">
      <th colSpan={columnCount} scope="colgroup">
        <div className="row figures-heading">
          <span>
            {stepLabel(campaign, stepId)} <span className="muted">{stepSubject(campaign, stepId)}</span>
          </span>
          {isAbTest && <WinnerText campaign={campaign} step={step} />}
          {isAbTest && canChange && (
            <Button size="small" icon={<Trophy />} onClick={() => setChoosing(true)}>
              {winner ? 'Change the winner' : 'Choose the winner'}
            </Button>
          )}
        </div>
        {step && (
          <ChooseWinner
            campaign={campaign}
            step={step}
            variants={variants}
            isOpen={isChoosing}
            onClose={() => setChoosing(false)}
          />
        )}
      </th>
    </tr>
  );
}

/** Which variant has won and how, or when the service decides. */
function WinnerText({
  campaign,
  step,
}: {
  readonly campaign: Campaign;
  readonly step: Campaign['steps'][number];
}) {
  const winner = campaign.winners.find(({ stepId }) => stepId === step.id);
  const rule = step.winnerRule;
  if (winner) {
    const { decision } = winner;

    return (
      <span className="muted">
        {`Variant ${variantLetter(campaign, winner.variantId) ?? '?'} is the winner, chosen `}
        {decision ? `by the rule with ${formatPercent(decision.probability)} ` : 'by hand '}
        <Time value={winner.chosenAt} />
      </span>
    );
  }
  if (!rule) return <span className="muted">No winner yet</span>;

  return (
    <span className="muted">
      {`The service chooses it when each variant has ${countOf(rule.minSent, 'email')} and one is the best with ${formatPercent(rule.minProbability)} (${rule.metric})`}
    </span>
  );
}
