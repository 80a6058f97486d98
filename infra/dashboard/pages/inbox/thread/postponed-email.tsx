import { Link } from '@tanstack/react-router';
import { useList } from '../../../api/lists.ts';
import { Notice } from '../../../components/notice.tsx';
import { Time } from '../../../components/time.tsx';
import { contactCampaignsQuery } from '../../contacts/queries.ts';
import type { ReplySummary } from '../queries.ts';

/** When the next email is due, if an automatic reply has postponed it. */
export function PostponedEmail({ reply }: { readonly reply: ReplySummary }) {
  const { contactId, executionId, receivedAt } = reply;
  const { rows } = useList(contactCampaignsQuery(contactId));
  const execution = rows.find((row) => row.execution.id === executionId)?.execution;
  if (execution?.reason !== 'auto_reply' || execution.nextSendAt === null) return null;
  // An email was sent after the reply, so a later reply has postponed the next one.
  if (execution.lastSentAt !== null && execution.lastSentAt > receivedAt) return null;

  return (
    <Notice>
      <span>
        The next email is due <Time value={execution.nextSendAt} format="date" />, because of this automatic
        reply.{' '}
        <Link to="/contacts/$contactId" params={{ contactId }}>
          Show the recipient
        </Link>
      </span>
    </Notice>
  );
}
