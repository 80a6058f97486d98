import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../../api/lists.ts';
import { Notice } from '../../../components/notice.tsx';
import { Time } from '../../../components/time.tsx';
import { type ContactCampaign, contactCampaignsQuery } from '../../contacts/queries.ts';
import type { ReplySummary } from '../queries.ts';

/** Whether the contact gets further emails of the campaign after this reply, and when. */
export function FollowUps({ reply }: { readonly reply: ReplySummary }) {
  const { contactId, executionId } = reply;
  const { rows } = useList(contactCampaignsQuery(contactId));
  const execution = rows.find((row) => row.execution.id === executionId)?.execution;
  const text = execution && followUpText(execution, reply);
  if (!text) return null;

  return (
    <Notice>
      <span>
        {text}{' '}
        <Link to="/contacts/$contactId" params={{ contactId }}>
          Show the recipient
        </Link>
      </span>
    </Notice>
  );
}

function followUpText(
  { status, reason, nextSendAt, lastSentAt }: ContactCampaign['execution'],
  { isAutomatic, receivedAt }: ReplySummary,
): ReactNode {
  if (status === 'replied' && !isAutomatic)
    return 'A reply has ended the sequence: this contact gets no further emails of the campaign.';
  // An email was sent after the reply, so the next one is not about it.
  if (nextSendAt === null || (lastSentAt !== null && lastSentAt > receivedAt)) return undefined;
  const time = <Time value={nextSendAt} format="date" />;
  if (isAutomatic)
    return reason === 'auto_reply' && <>The next email is due {time}, because of this automatic reply.</>;

  return <>The sequence continues: its next email is due {time}.</>;
}
