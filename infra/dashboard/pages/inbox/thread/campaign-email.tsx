import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryState } from '../../../components/states.tsx';
import { linkTo } from '../../links.ts';
import { useAccounts } from '../../names.ts';
import type { Message, ReplySummary } from '../queries.ts';
import { MessageFrame, type MessageProps } from './message-frame.tsx';

/** An email of the campaign. The service does not store sent texts, so the user can have the text composed again. */
export function CampaignEmail({ reply, message }: MessageProps) {
  const [isOpen, setOpen] = useState(false);
  const { campaignId, emailAccountId } = reply;
  const { position, isPending, editedAt } = useStepPosition(campaignId, message);
  const account = useAccounts().get(emailAccountId);
  const canPreview = useCan('member');
  const link = linkTo(`/campaigns/${campaignId}`);

  return (
    <MessageFrame from={account?.fromName ?? account?.email ?? 'Email'} time={message.occurredAt} isOwn>
      <div className="row">
        <Link {...link}>{stepText(position, isPending)}</Link>
        {position && canPreview && (
          <Button
            variant="quiet"
            size="small"
            className="message-more"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide the text' : 'Show the text'}
          </Button>
        )}
      </div>
      {isOpen && position && (
        <ComposedText reply={reply} position={position} isEdited={editedAt > message.occurredAt} />
      )}
    </MessageFrame>
  );
}

interface StepPosition {
  readonly stepIndex: number;
  readonly variantIndex?: number;
}

function stepText(position: StepPosition | undefined, isPending: boolean): string {
  if (position) return `Step ${position.stepIndex + 1} of the campaign`;

  return isPending ? 'Email of the campaign' : 'A former step';
}

/** Without a position, the campaign is not read yet or no longer has the step. */
function useStepPosition(
  campaignId: string,
  { stepId, variantId }: Message,
): { readonly position: StepPosition | undefined; readonly isPending: boolean; readonly editedAt: string } {
  const { data } = useQuery({
    queryKey: ['campaigns', 'steps', campaignId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/campaigns/{id}', { params: { path: { id: campaignId } }, signal })),
    select: ({ steps, updatedAt }) => ({ steps, editedAt: updatedAt }),
    staleTime: 5 * 60_000,
  });
  const { steps, editedAt = '' } = data ?? {};
  const stepIndex = steps?.findIndex(({ id }) => id === stepId) ?? -1;
  const isPending = data === undefined;
  if (stepIndex === -1) return { position: undefined, isPending, editedAt };
  const variantIndex = steps?.[stepIndex]?.variants.findIndex(({ id }) => id === variantId) ?? -1;

  return { position: { stepIndex, ...(variantIndex !== -1 && { variantIndex }) }, isPending, editedAt };
}

interface ComposedTextProps {
  readonly reply: ReplySummary;
  readonly position: StepPosition;
  /** The campaign has changed since the email was sent. */
  readonly isEdited: boolean;
}

function ComposedText({ reply, position, isEdited }: ComposedTextProps) {
  const { campaignId, contactId, emailAccountId } = reply;
  const query = useQuery({
    queryKey: ['campaigns', 'composed', campaignId, contactId, position],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/campaigns/{id}/preview', {
          params: { path: { id: campaignId } },
          body: { ...position, contactId, emailAccountId },
          signal,
        }),
      ),
    staleTime: 5 * 60_000,
  });

  return (
    <QueryState query={query}>
      {({ subject, text }) => (
        <div className="composed">
          {isEdited ? (
            <Notice tone="warning" title="The campaign was edited after this email was sent">
              These are its present words. The email may have had others: see the quotation in the reply, or
              the Sent folder of the mailbox.
            </Notice>
          ) : (
            <p className="muted">
              Composed from the campaign and the contact as they are now; sent texts are not stored.
            </p>
          )}
          <p className="composed-subject">{subject}</p>
          <p className="message-text">{text}</p>
        </div>
      )}
    </QueryState>
  );
}
