import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useCan } from '../../../api/session.ts';
import { useObjectName } from '../../../components/page/use-title.ts';
import { QueryState } from '../../../components/states.tsx';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { linkTo } from '../../links.ts';
import { type Message, type Reply, replyQuery, threadQuery, updateReply } from '../queries.ts';
import { AnswerForm } from './answer-form.tsx';
import { AnswerMessage } from './answer-message.tsx';
import { CampaignEmail } from './campaign-email.tsx';
import { ContactCard } from './contact-card.tsx';
import type { MessageProps } from './message-frame.tsx';
import { ReplyMessage } from './reply-message.tsx';
import { Suggestions } from './suggestions.tsx';
import { ThreadActions, ThreadLinks } from './thread-header.tsx';
import './thread.css';

const route = getRouteApi('/app/inbox/$replyId');
/** As in `Inbox`: the thread fills the window, so its subject is the heading of the page. */
const narrowWindow = '(max-width: 900px)';

export function Thread() {
  const { replyId } = route.useParams();
  const query = useQuery(replyQuery(replyId));
  const isNarrow = useMediaQuery(narrowWindow);

  return (
    <>
      {isNarrow && query.isPending && <h1 className="visually-hidden">Conversation</h1>}
      <QueryState query={query} lines={8}>
        {(reply) => <ReplyThread key={reply.id} reply={reply} />}
      </QueryState>
    </>
  );
}

function ReplyThread({ reply }: { readonly reply: Reply }) {
  const search = route.useSearch();
  const thread = useQuery(threadQuery(reply.id));
  const isNarrow = useMediaQuery(narrowWindow);
  const Heading = isNarrow ? 'h1' : 'h2';
  const id = useId();
  useMarkRead(reply);
  useObjectName(reply.subject || undefined);

  return (
    <article className="stack thread" aria-labelledby={id} tabIndex={-1}>
      <header className="thread-header">
        {isNarrow && (
          <Link to="/inbox" search={search} className="thread-back">
            <ArrowLeft aria-hidden="true" /> Inbox
          </Link>
        )}
        <div className="thread-title">
          <Heading id={id}>{reply.subject || 'No subject'}</Heading>
          <ThreadActions reply={reply} />
        </div>
        <ThreadLinks reply={reply} />
      </header>
      <div className="thread-columns">
        <ContactCard contactId={reply.contactId} />
        <div className="stack">
          <Suggestions reply={reply} />
          <QueryState query={thread} lines={6}>
            {({ messages, isComplete }) => (
              <MessageList reply={reply} messages={messages} isComplete={isComplete} />
            )}
          </QueryState>
          {/* It would move when the messages appear. */}
          {!thread.isPending && <AnswerForm reply={reply} />}
        </div>
      </div>
    </article>
  );
}

interface MessageListProps {
  readonly reply: Reply;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly isComplete: boolean;
}

function MessageList({ reply, messages, isComplete }: MessageListProps) {
  return (
    <>
      {!isComplete && (
        <p className="muted">
          Only the latest messages are shown.{' '}
          <Link {...linkTo('/activity', { executionId: reply.executionId })}>Show all events</Link>
        </p>
      )}
      <ol className="messages" aria-label="Messages, oldest first">
        {messages.map((message) => (
          <li key={message.id}>
            <ThreadMessage reply={reply} message={message} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ThreadMessage({ reply, message }: MessageProps) {
  if (message.kind === 'reply') return <ReplyMessage message={message} isCurrent={message.id === reply.id} />;
  if (message.kind === 'answer') return <AnswerMessage reply={reply} message={message} />;

  return <CampaignEmail reply={reply} message={message} />;
}

/** Marks a reply as read once when it is opened. The user can then mark it as unread again. */
function useMarkRead({ id, isRead }: Reply): void {
  const client = useQueryClient();
  const canChange = useCan('member');
  const hasMarked = useRef(false);
  useEffect(() => {
    if (hasMarked.current || !canChange) return;
    hasMarked.current = true;
    // The next opening retries a failed request.
    if (!isRead) updateReply(client, id, { isRead: true }).catch(() => undefined);
  }, [client, canChange, id, isRead]);
}
