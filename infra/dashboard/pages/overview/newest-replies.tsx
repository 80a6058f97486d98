import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge, Tag } from '../../components/badge.tsx';
import { Card } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { labelText } from '../inbox/labels.ts';
import { linkTo } from '../links.ts';
import { repliesQuery } from './queries.ts';

/** Replies of people, without automatic ones. */
export function NewestReplies() {
  return (
    <Card title="Newest replies" actions={<Link {...linkTo('/inbox')}>Inbox</Link>}>
      <QueryState query={useQuery(repliesQuery)}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">No reply yet.</p>
          ) : (
            <ul className="entry-list overview-list">
              {data.map(({ id, fromName, fromEmail, subject, snippet, isRead, labels, receivedAt }) => (
                <li key={id}>
                  <div className="overview-head">
                    <Link {...linkTo(`/inbox/${id}`)} className="overview-name">
                      {fromName ?? fromEmail ?? 'Unknown sender'}
                    </Link>
                    {!isRead && <Badge tone="info">Unread</Badge>}
                    {labels.map((label) => (
                      <Tag key={label}>{labelText(label)}</Tag>
                    ))}
                    <span className="overview-end muted">
                      <Time value={receivedAt} />
                    </span>
                  </div>
                  <span className="ellipsis muted">{snippet || subject}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}
