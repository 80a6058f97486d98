import { Link } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { Badge, Tag } from '../../components/badge.tsx';
import { countOf } from '../../components/number.tsx';
import { Time } from '../../components/time.tsx';
import { useAssigneeName } from './assignee.ts';
import { labelText } from './labels.ts';
import type { InboxSearch, ReplySummary } from './queries.ts';

interface ReplyRowProps {
  readonly reply: ReplySummary;
  readonly search: InboxSearch;
  readonly isOpen: boolean;
}

export function ReplyRow({ reply, search, isOpen }: ReplyRowProps) {
  const { id, fromName, fromEmail, subject, snippet, isRead, isAutomatic, receivedAt } = reply;

  return (
    <article className="reply-row" data-unread={!isRead || undefined} data-open={isOpen || undefined}>
      <div className="reply-row-head">
        <Link
          to="/inbox/$replyId"
          params={{ replyId: id }}
          search={search}
          className="table-link reply-from ellipsis"
          aria-current={isOpen ? 'true' : undefined}
        >
          {fromName ?? fromEmail ?? 'Unknown sender'}
          {!isRead && <span className="visually-hidden">, unread</span>}
        </Link>
        {isAutomatic && <Tag>Automatic</Tag>}
        {reply.attachmentCount > 0 && (
          <Paperclip
            className="reply-clip"
            role="img"
            aria-label={countOf(reply.attachmentCount, 'attachment')}
          />
        )}
        <span className="muted reply-time">
          <Time value={receivedAt} />
        </span>
      </div>
      <div className="reply-subject ellipsis">{subject || 'No subject'}</div>
      <div className="reply-snippet ellipsis">{snippet}</div>
      <ReplyBadges reply={reply} />
    </article>
  );
}

function ReplyBadges({ reply }: { readonly reply: ReplySummary }) {
  const { labels, suggestedLabels, isDone, snoozedUntil, assigneeId, answeredAt } = reply;
  const assignee = useAssigneeName(assigneeId);
  const asksToUnsubscribe =
    suggestedLabels.includes('unsubscribe_request') && !labels.includes('unsubscribe_request');
  const hasState = isDone || snoozedUntil !== null || assigneeId !== null || answeredAt !== null;
  if (labels.length === 0 && !asksToUnsubscribe && !hasState) return null;

  return (
    <div className="row reply-marks">
      {isDone && <Badge tone="success">Done</Badge>}
      {answeredAt && (
        <Badge>
          Answered <Time value={answeredAt} />
        </Badge>
      )}
      {snoozedUntil && (
        <Badge tone="info">
          Returns <Time value={snoozedUntil} />
        </Badge>
      )}
      {assignee && <Badge>{assignee}</Badge>}
      {asksToUnsubscribe && <Badge>Unsubscribe request</Badge>}
      {labels.map((label) => (
        <Tag key={label}>{labelText(label)}</Tag>
      ))}
    </div>
  );
}
