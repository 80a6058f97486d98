import type { Schemas } from '../../api/client.ts';
import { type ActionInfo, actions, nextStepOf } from '../campaigns/recipients/actions.ts';
import type { ContactCampaign } from './queries.ts';

export type CampaignStep = Schemas['Step'];

/** An action that the user can choose, with its request. */
export interface RecipientChoice extends Pick<ActionInfo, 'label' | 'text' | 'isDanger'> {
  readonly request: Pick<Schemas['RecipientAction'], 'action' | 'stepId' | 'outcome'>;
}

/** The actions on one contact in a campaign. A sequence continues at the step that follows its last email. */
export function availableActions(
  campaign: ContactCampaign,
  contactStatus: Schemas['ContactStatus'],
  steps: readonly CampaignStep[],
): readonly RecipientChoice[] {
  const stepId = nextStepOf(campaign.execution, steps);

  return actions
    .filter(({ isAllowedFor }) => isAllowedFor({ ...campaign, contactStatus }))
    .flatMap((action) => choicesOf(action, stepId));
}

function choicesOf({ name, ...texts }: ActionInfo, stepId: string | undefined): RecipientChoice[] {
  switch (name) {
    case 'resolve':
      if (stepId === undefined) return [];

      return [
        { ...texts, label: 'The email was sent', request: { action: name, stepId, outcome: 'sent' } },
        { ...texts, label: 'The email was not sent', request: { action: name, stepId, outcome: 'not_sent' } },
      ];
    case 'skip':
    case 'continue':
      return stepId === undefined ? [] : [{ ...texts, request: { action: name, stepId } }];
    default:
      return [{ ...texts, request: { action: name } }];
  }
}
