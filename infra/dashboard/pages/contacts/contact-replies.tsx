import { Link } from '@tanstack/react-router';
import { useList } from '../../api/lists.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page/page.tsx';
import { Time } from '../../components/time.tsx';
import { linkTo } from '../links.ts';
import { contactRepliesQuery } from './queries.ts';

/** The replies of the contact; renders nothing if the contact has not replied. */
export function ContactReplies({ contactId }: { readonly contactId: string }) {
  const list = useList(contactRepliesQuery(contactId));
  if (list.rows.length === 0) return null;

  return (
    <Card title="Replies">
      <ul className="entry-list">
        {list.rows.map((reply) => (
          <li key={reply.id} className="reply-row">
            <div className="row">
              <Link {...linkTo('/inbox', { contactId })} className="strong">
                {reply.subject || 'Without a subject'}
              </Link>
              {!reply.isRead && <Badge tone="info">Unread</Badge>}
              {reply.isAutomatic && <Badge>Automatic</Badge>}
              {reply.answeredAt && (
                <Badge>
                  Answered <Time value={reply.answeredAt} />
                </Badge>
              )}
              <span className="muted contact-reply-time">
                <Time value={reply.receivedAt} />
              </span>
            </div>
            <p className="muted">{reply.snippet}</p>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button onClick={list.loadMore} isPending={list.isLoadingMore}>
          Show earlier replies
        </Button>
      )}
    </Card>
  );
}
