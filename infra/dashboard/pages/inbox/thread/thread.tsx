import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useCan } from '../../../api/session.ts';
import { useShortcut } from '../../../components/page/shortcuts.ts';
import { useObjectName } from '../../../components/page/use-title.ts';
import { QueryState } from '../../../components/states.tsx';
import { useMediaQuery } from '../../../components/use-media-query.ts';
import { linkTo } from '../../links.ts';
import { type Message, type ReplySummary, replyQuery, threadQuery } from '../queries.ts';
import { useReplySteps } from '../reply-order.tsx';
import { findListed, showAnswered, updateConversation } from '../update-reply.ts';
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
/** As in the styles: the contact is beside its thread, and is read after it. */
const wideWindow = '(min-width: 1280px)';

export function Thread() {
  const { replyId } = route.useParams();
  const query = useQuery(replyQuery(replyId));
  const listed = useListedReply(replyId);
  const isNarrow = useMediaQuery(narrowWindow);
  // The header and the keys need no request. The service may have a later state than the list.
  const reply = query.data && !(listed && listed.updatedAt >= query.data.updatedAt) ? query.data : listed;
  // A failed update keeps the content that is there.
  if (reply && (query.data || !query.error)) return <ReplyThread key={replyId} reply={reply} />;

  return (
    <>
      {isNarrow && query.isPending && <h1 className="visually-hidden">Conversation</h1>}
      <QueryState query={query} lines={8}>
        {() => null}
      </QueryState>
    </>
  );
}

/** The reply as the lists show it; undefined if no loaded list has it. */
function useListedReply(replyId: string): ReplySummary | undefined {
  const client = useQueryClient();
  const cache = client.getQueryCache();

  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () => findListed(client, replyId),
  );
}

function ReplyThread({ reply }: { readonly reply: ReplySummary }) {
  const search = route.useSearch();
  const thread = useQuery(threadQuery(reply.id));
  const isNarrow = useMediaQuery(narrowWindow);
  const isWide = useMediaQuery(wideWindow);
  const card = <ContactCard contactId={reply.contactId} isBeside={isWide} />;
  const Heading = isNarrow ? 'h1' : 'h2';
  const id = useId();
  useMarkRead(reply);
  useShowAnswered(reply, thread.data?.messages);
  useObjectName([reply.fromName ?? reply.fromEmail, reply.subject].filter(Boolean).join(': ') || undefined);
  const { move } = useReplySteps(search);
  // In a wide window, the list has these keys.
  useShortcut(isNarrow ? 'j' : '', () => move(reply.id, 1), isNarrow ? 'Next reply' : undefined);
  useShortcut(isNarrow ? 'k' : '', () => move(reply.id, -1), isNarrow ? 'Previous reply' : undefined);

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
        {!isWide && card}
        <div className="stack">
          <Suggestions reply={reply} />
          <QueryState query={thread} lines={6}>
            {({ messages, isComplete }) => (
              <MessageList reply={reply} messages={messages} isComplete={isComplete} />
            )}
          </QueryState>
          {/* It moves when the messages appear. It is invisible until then, and its key works. */}
          <div style={{ opacity: thread.isPending ? 0 : 1 }}>
            <AnswerForm reply={reply} />
          </div>
        </div>
        {isWide && card}
      </div>
    </article>
  );
}

interface MessageListProps {
  readonly reply: ReplySummary;
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

/** Marks the messages of a thread as read once when it is opened. The user can then mark the reply as unread again. */
function useMarkRead(reply: ReplySummary): void {
  const client = useQueryClient();
  const canChange = useCan('member');
  const hasMarked = useRef(false);
  useEffect(() => {
    if (hasMarked.current || !canChange) return;
    hasMarked.current = true;
    // The next opening retries a failed request.
    if (!reply.isRead) updateConversation(client, reply, { isRead: true }).catch(() => undefined);
  }, [client, canChange, reply]);
}

/** An answer that was sent appears in the lists without a request. */
function useShowAnswered({ id, answeredAt }: ReplySummary, messages: readonly Message[] = []): void {
  const client = useQueryClient();
  const sent = messages.findLast((message) => message.replyId === id && message.answerStatus === 'sent');
  const sentAt = sent?.occurredAt;
  useEffect(() => {
    if (sentAt !== undefined && sentAt > (answeredAt ?? '')) void showAnswered(client, id, sentAt);
  }, [client, id, answeredAt, sentAt]);
}
