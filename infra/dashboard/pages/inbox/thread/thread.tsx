import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import { QueryState } from '../../../components/states.tsx';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { type Reply, replyQuery, threadQuery } from '../queries.ts';
import { AnswerForm } from './answer-form.tsx';
import { MessageList } from './message-list.tsx';
import { Suggestions } from './suggestions.tsx';
import { ThreadActions } from './thread-actions.tsx';
import { ThreadLinks } from './thread-links.tsx';
import { useMarkRead } from './use-mark-read.ts';
import './thread.css';

const route = getRouteApi('/app/inbox/$replyId');

export function Thread() {
  const { replyId } = route.useParams();

  return (
    <QueryState query={useQuery(replyQuery(replyId))} lines={8}>
      {(reply) => <ReplyThread key={reply.id} reply={reply} />}
    </QueryState>
  );
}

function ReplyThread({ reply }: { readonly reply: Reply }) {
  const filters = route.useSearch();
  const thread = useQuery(threadQuery(reply.id));
  const isNarrow = useMediaQuery('(max-width: 900px)');
  const Heading = isNarrow ? 'h1' : 'h2';
  const id = useId();
  useMarkRead(reply);

  return (
    <article className="thread" aria-labelledby={id}>
      <header className="thread-header">
        {isNarrow && (
          <Link to="/inbox" search={filters} className="thread-back">
            <ArrowLeft aria-hidden="true" /> Inbox
          </Link>
        )}
        <div className="thread-title">
          <Heading id={id}>{reply.subject || 'No subject'}</Heading>
          <ThreadActions reply={reply} />
        </div>
        <ThreadLinks reply={reply} />
      </header>
      <Suggestions reply={reply} />
      <QueryState query={thread} lines={6}>
        {({ messages, isComplete }) => (
          <MessageList reply={reply} messages={messages} isComplete={isComplete} />
        )}
      </QueryState>
      <AnswerForm reply={reply} />
    </article>
  );
}
