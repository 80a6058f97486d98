import { type ReactNode, useId } from 'react';
import { Time } from '../../../components/time.tsx';
import type { Message, ReplySummary } from '../queries.ts';

/** Properties of an email or an answer in the thread of a reply. */
export interface MessageProps {
  readonly reply: ReplySummary;
  readonly message: Message;
}

interface MessageFrameProps {
  readonly from: ReactNode;
  readonly time: string;
  readonly isOwn?: boolean | undefined;
  readonly isCurrent?: boolean | undefined;
  /** Badges after the sender, such as a state. */
  readonly marks?: ReactNode;
  readonly children?: ReactNode;
}

/** Sender, time and content of one message. */
export function MessageFrame({ from, time, isOwn, isCurrent, marks, children }: MessageFrameProps) {
  const id = useId();

  return (
    <article
      className="message"
      aria-labelledby={`${id}-from ${id}-time`}
      tabIndex={-1}
      data-own={isOwn || undefined}
      data-current={isCurrent || undefined}
    >
      <header className="row message-head">
        <span id={`${id}-from`} className="message-from">
          {from}
        </span>
        {marks}
        <span id={`${id}-time`} className="muted message-time">
          <Time value={time} format="full" />
        </span>
      </header>
      {children}
    </article>
  );
}
