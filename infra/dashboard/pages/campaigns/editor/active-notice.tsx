import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { useEditorContext } from './editor-context.ts';

/** Why parts of an active campaign are disabled, and the action that enables them. */
export function ActiveNotice({ children }: { readonly children: ReactNode }) {
  const { campaign } = useEditorContext();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.POST('/campaigns/{id}/pause', { params: { path: { id: campaign.id } } })),
    onSuccess: async () => {
      showToast(`“${campaign.name}” is paused`, 'Start it again when your changes are saved.');
      await refresh(client, 'campaigns');
    },
    onError: showError,
  });

  return (
    <Notice title="The campaign is active">
      <p className="editor-text">{children}</p>
      <Button size="small" icon={<Pause />} isPending={isPending} onClick={() => mutate()}>
        Pause campaign
      </Button>
    </Notice>
  );
}
