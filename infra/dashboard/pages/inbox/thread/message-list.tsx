import { Link } from '@tanstack/react-router';
import { linkTo } from '../../links.ts';
import type { Message, Reply } from '../queries.ts';
import { AnswerMessage } from './answer-message.tsx';
import { CampaignEmail } from './campaign-email.tsx';
import { ReplyMessage } from './reply-message.tsx';

interface MessageListProps {
  readonly reply: Reply;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly isComplete: boolean;
}

export function MessageList({ reply, messages, isComplete }: MessageListProps) {
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

interface MessageProps {
  readonly reply: Reply;
  readonly message: Message;
}

function ThreadMessage({ reply, message }: MessageProps) {
  if (message.kind === 'reply') return <ReplyMessage message={message} isCurrent={message.id === reply.id} />;
  if (message.kind === 'answer') return <AnswerMessage reply={reply} message={message} />;

  return <CampaignEmail reply={reply} message={message} />;
}
