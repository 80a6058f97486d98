import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { labelText } from '../labels.ts';
import { type Reply, updateReply } from '../queries.ts';
import { Unsubscribe } from './unsubscribe.tsx';

/** Labels that the service suggests because of the text. The user can accept them. */
export function Suggestions({ reply }: { readonly reply: Reply }) {
  const canChange = useCan('member');
  if (!canChange) return null;
  const unsetLabels = reply.suggestedLabels.filter((label) => !reply.labels.includes(label));

  return (
    <>
      {reply.suggestedLabels.includes('unsubscribe_request') && <UnsubscribeSuggestion reply={reply} />}
      {unsetLabels
        .filter((label) => label !== 'unsubscribe_request')
        .map((label) => (
          <LabelSuggestion key={label} reply={reply} label={label} />
        ))}
    </>
  );
}

function UnsubscribeSuggestion({ reply }: { readonly reply: Reply }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(contactQuery(reply.contactId));
  // Suppressed and deleted contacts already receive no further emails. An open dialog stays until its requests are done.
  if (error || (data && data.value.status !== 'active' && !isOpen)) return null;

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

function LabelSuggestion({ reply, label }: { readonly reply: Reply; readonly label: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => updateReply(client, reply.id, { labels: [...reply.labels, label] }),
    onError: showError,
  });

  return (
    <div className="row">
      <span className="muted">Suggested label: {labelText(label)}</span>
      <Button size="small" isPending={isPending} onClick={() => mutate()}>
        Add label
      </Button>
    </div>
  );
}
