import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { MailFrame } from '../../../components/mail-frame.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryState } from '../../../components/states.tsx';
import { type Message, type Reply, replyQuery } from '../queries.ts';
import { MessageFrame } from './message-frame.tsx';

interface ReplyMessageProps {
  readonly message: Message;
  readonly isCurrent: boolean;
}

/** The text without quotations. A button shows the whole message. */
export function ReplyMessage({ message, isCurrent }: ReplyMessageProps) {
  const [isWhole, setWhole] = useState(false);
  const query = useQuery({ ...replyQuery(message.id), enabled: isCurrent || isWhole });
  const text = message.text?.trim();

  return (
    <MessageFrame
      from={message.fromName ?? message.fromEmail ?? 'Unknown sender'}
      time={message.occurredAt}
      isCurrent={isCurrent}
      marks={message.isAutomatic && <Badge>Automatic</Badge>}
    >
      {query.data && <Copies reply={query.data} />}
      {isWhole ? (
        <QueryState query={query}>{(reply) => <WholeReply reply={reply} />}</QueryState>
      ) : (
        <p className="message-text">
          {text || <span className="muted">No text outside of the quotation</span>}
        </p>
      )}
      {query.data && <Attachments reply={query.data} />}
      {(query.data === undefined || hasMoreContent(query.data)) && (
        <Button
          variant="quiet"
          size="small"
          className="message-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show only the reply' : 'Show all with the quotation'}
        </Button>
      )}
    </MessageFrame>
  );
}

const hasMoreContent = ({ html, fullText, text }: Reply): boolean =>
  html !== null || fullText.trim() !== text.trim();

function WholeReply({ reply: { html, fullText, subject, isTruncated } }: { readonly reply: Reply }) {
  return (
    <>
      {html === null ? (
        <p className="message-text">{fullText}</p>
      ) : (
        <MailFrame title={`Message “${subject}”`} html={html} />
      )}
      {isTruncated && (
        <Notice>The message is longer than its stored part. Read the rest in the mailbox.</Notice>
      )}
    </>
  );
}

function Copies({ reply: { cc } }: { readonly reply: Reply }) {
  if (cc.length === 0) return null;

  return (
    <p className="muted message-copies">
      Cc: {cc.map(({ name, email }) => (name === '' ? email : `${name} <${email}>`)).join(', ')}
    </p>
  );
}

function Attachments({ reply: { attachments } }: { readonly reply: Reply }) {
  if (attachments.length === 0) return null;

  return (
    <div className="attachments">
      <ul aria-label="Attachments">
        {attachments.map(({ name, type, sizeBytes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat, and the list never changes.
          <li key={index} title={type}>
            <Paperclip aria-hidden="true" />
            <span>{name ?? 'Without a name'}</span>
            <span className="muted">{formatSize(sizeBytes)}</span>
          </li>
        ))}
      </ul>
      <p className="muted">Contents are not stored: open attachments in the mailbox.</p>
    </div>
  );
}

const units = ['byte', 'kilobyte', 'megabyte'] as const;

function formatSize(bytes: number): string {
  const thousandsPower = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[thousandsPower] ?? 'byte';

  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** thousandsPower);
}
