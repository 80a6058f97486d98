import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { labelText } from '../labels.ts';
import type { ReplySummary } from '../queries.ts';
import { updateReply } from '../update-reply.ts';
import { FollowUps } from './follow-ups.tsx';
import { OptOut } from './opt-out.tsx';

/** Effects of the reply, and labels that the service suggests because of the text. The user can accept them. */
export function Suggestions({ reply }: { readonly reply: ReplySummary }) {
  const canChange = useCan('member');
  const unsetLabels = reply.suggestedLabels.filter((label) => !reply.labels.includes(label));

  return (
    <>
      <FollowUps reply={reply} />
      {reply.suggestedLabels.includes('unsubscribe_request') && <OptOut reply={reply} />}
      {canChange &&
        unsetLabels
          .filter((label) => label !== 'unsubscribe_request')
          .map((label) => <LabelSuggestion key={label} reply={reply} label={label} />)}
    </>
  );
}

function LabelSuggestion({ reply, label }: { readonly reply: ReplySummary; readonly label: string }) {
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
