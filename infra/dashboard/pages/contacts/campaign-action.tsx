import { useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { Confirm } from '../../components/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import type { RecipientChoice } from './campaign-actions.ts';
import type { ContactCampaign } from './queries.ts';

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
