import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { showError } from '../../../components/overlay/toast.tsx';
import type { Campaign } from '../queries.ts';
import { firstCampaignQuery } from '../queries.ts';

type Changes = Pick<Schemas['NewCampaign'], 'steps' | 'emailAccountIds'>;

/** Changes the draft campaign, which the first change creates. */
export function useSaveDraft() {
  const client = useQueryClient();

  return useMutation({
    // One after another, so that two changes create one campaign.
    scope: { id: 'first-campaign' },
    async mutationFn(changes: Changes): Promise<Campaign> {
      const id = client.getQueryData(firstCampaignQuery.queryKey)?.campaign?.id;
      const campaign = await (id === undefined ? createDraft(changes) : changeDraft(id, changes));
      client.setQueryData(firstCampaignQuery.queryKey, { state: 'draft', campaign });
      void refresh(client, 'campaigns');

      return campaign;
    },
    onError: showError,
  });
}

function createDraft(changes: Changes): Promise<Campaign> {
  const schedule = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };

  return unwrap(api.POST('/campaigns', { body: { name: 'First campaign', schedule, ...changes } }));
}

const changeDraft = (id: string, changes: Changes): Promise<Campaign> =>
  unwrap(api.PATCH('/campaigns/{id}', { params: { path: { id } }, body: changes }));
