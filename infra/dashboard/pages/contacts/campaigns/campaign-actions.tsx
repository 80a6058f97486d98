import { useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { type ActionInfo, actions, nextStepOf } from '../../campaigns/recipients/actions.ts';
import type { ContactCampaign } from '../queries.ts';

export type CampaignStep = Schemas['Step'];

type WithoutContacts<Request> = Request extends unknown ? Omit<Request, 'contactIds'> : never;

/** An action that the user can choose, with its request. */
export interface RecipientChoice extends Pick<ActionInfo, 'label' | 'text' | 'isDanger'> {
  readonly request: WithoutContacts<Schemas['RecipientAction']>;
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

interface CampaignActionProps {
  readonly action: RecipientChoice | undefined;
  readonly onClose: () => void;
  readonly row: ContactCampaign;
  readonly email: string;
}

/** Confirms an action on the contact in one campaign, and applies it. */
export function CampaignAction({ action, onClose, row, email }: CampaignActionProps) {
  const client = useQueryClient();
  const { campaignId, campaignName, execution } = row;
  const apply = async (): Promise<void> => {
    if (!action) return;
    const { results } = await unwrap(
      api.POST('/campaigns/{id}/recipients', {
        params: { path: { id: campaignId } },
        body: { ...action.request, contactIds: [execution.contactId] },
      }),
    );
    const refused = results.find(({ outcome }) => outcome === 'refused');
    if (refused) throw new Error(refused.message ?? `Not possible: ${refused.reason}.`);
    showToast(`${action.label}: done`, campaignName);
    await Promise.all(['contacts', 'campaigns', 'activity'].map((type) => refresh(client, type)));
  };

  return (
    <Confirm
      isOpen={action !== undefined}
      onClose={onClose}
      title={`${action?.label ?? 'Apply'}?`}
      action={action?.label ?? 'Apply'}
      isDanger={action?.isDanger ?? false}
      onConfirm={apply}
    >
      <p>{action?.text}</p>
      <p>
        {email} in {campaignName}
      </p>
    </Confirm>
  );
}
