import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Confirm, type DialogState } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { nameOf } from '../../names.ts';
import { labelsMax } from '../labels.ts';
import type { ReplySummary } from '../queries.ts';
import { updateReply } from '../update-reply.ts';

interface UnsubscribeProps extends DialogState {
  readonly reply: ReplySummary;
}

export function Unsubscribe({ reply, ...dialog }: UnsubscribeProps) {
  const client = useQueryClient();
  const { data } = useQuery(contactQuery(reply.contactId));
  const name = data ? nameOf(data.value) : (reply.fromEmail ?? 'the contact');
  const unsubscribe = async (): Promise<void> => {
    await unwrap(
      api.PATCH('/contacts/{id}', {
        params: { path: { id: reply.contactId } },
        body: { status: 'unsubscribed' },
      }),
    );
    const labels = new Set([...reply.labels, 'unsubscribe_request']);
    if (reply.suggestedLabels.includes('unsubscribe_request') && labels.size <= labelsMax) {
      await updateReply(client, reply.id, { labels: [...labels] });
    }
    showToast(`${name} is unsubscribed`);
    await Promise.all(
      ['contacts', 'blocklist', 'activity', 'campaigns'].map((type) => refresh(client, type)),
    );
  };

  return (
    <Confirm {...dialog} title={`Unsubscribe ${name}?`} action="Unsubscribe contact" onConfirm={unsubscribe}>
      All campaigns stop for {data?.value.email ?? 'this contact'}, and the address is added to the blocklist.
      You can still answer this reply.
    </Confirm>
  );
}
