import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { optOutQuery, type ReplySummary } from '../queries.ts';
import { Unsubscribe } from './unsubscribe.tsx';

/** A reply that asks for no further emails: it has unsubscribed its sender, or it suggests to do so. */
export function OptOut({ reply }: { readonly reply: ReplySummary }) {
  const { data: entry, isPending } = useQuery(optOutQuery(reply));
  if (isPending) return null;

  return entry ? (
    <UnsubscribedNotice entryId={entry.id} address={entry.value} />
  ) : (
    <Suggestion reply={reply} />
  );
}

interface UnsubscribedProps {
  readonly entryId: string;
  readonly address: string;
}

function UnsubscribedNotice({ entryId, address }: UnsubscribedProps) {
  const client = useQueryClient();
  const canChange = useCan('member');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await unwrap(api.DELETE('/blocklist/{id}', { params: { path: { id: entryId } } }));
      showToast(`${address} is no longer blocked`);
      await Promise.all(
        ['replies', 'contacts', 'blocklist', 'activity', 'campaigns'].map((type) => refresh(client, type)),
      );
    },
    onError: showError,
  });

  return (
    <Notice
      tone="info"
      title="Unsubscribed by this reply"
      actions={
        canChange && (
          <Button size="small" isPending={isPending} onClick={() => mutate()}>
            Undo
          </Button>
        )
      }
    >
      The text asks for no further emails, so all campaigns have stopped for {address}. After an undo, the
      contact is active again, and its ended sequences stay ended.
    </Notice>
  );
}

function Suggestion({ reply }: { readonly reply: ReplySummary }) {
  const canChange = useCan('member');
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(contactQuery(reply.contactId));
  // Suppressed and deleted contacts already receive no further emails. An open dialog stays until its requests are done.
  if (!canChange || error || (data && data.value.status !== 'active' && !isOpen)) return null;

  return (
    <>
      <Notice
        tone="warning"
        title="The text asks for no further emails"
        actions={
          <Button size="small" onClick={() => setOpen(true)}>
            Unsubscribe
          </Button>
        }
      >
        The contact stays in its campaigns until you unsubscribe it.
      </Notice>
      <Unsubscribe reply={reply} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
