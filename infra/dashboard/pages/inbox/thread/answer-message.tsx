import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Notice, type Tone } from '../../../components/notice.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { useShortcut } from '../../../components/page/shortcuts.ts';
import { linkTo } from '../../links.ts';
import { useAccounts } from '../../names.ts';
import { cancelAnswer, type Message, type ReplySummary } from '../queries.ts';
import { writeDraft } from './drafts.ts';
import { MessageFrame, type MessageProps } from './message-frame.tsx';

type Status = NonNullable<Message['answerStatus']>;

const answerStates: Readonly<Record<Status, readonly [label: string, tone: Tone, reason: string]>> = {
  queued: [
    'Waiting',
    'info',
    'It is sent in about five seconds, and can be cancelled until then. After an error of the mail server it waits until the account continues.',
  ],
  sending: ['Sending', 'info', 'The mail server is receiving it.'],
  sent: ['Sent', 'success', 'The mail server accepted it.'],
  failed: ['Failed', 'danger', 'It was not sent.'],
  outcome_unknown: ['Outcome unknown', 'warning', 'The mail server may or may not have accepted it.'],
};

export function AnswerMessage({ reply, message }: MessageProps) {
  const account = useAccounts().get(reply.emailAccountId);
  const canChange = useCan('member');
  const [label, tone, reason] = answerStates[message.answerStatus ?? 'sent'] ?? answerStates.sent;

  return (
    <MessageFrame
      from={account?.fromName ?? account?.email ?? 'Your answer'}
      time={message.occurredAt}
      isOwn
      marks={
        <Badge tone={tone} reason={reason}>
          {label}
        </Badge>
      }
    >
      <p className="message-text">{message.text}</p>
      {message.answerStatus === 'queued' && canChange && <CancelAnswer message={message} />}
      <AnswerProblem reply={reply} message={message} address={account?.email ?? 'the account'} />
    </MessageFrame>
  );
}

function CancelAnswer({ message }: { readonly message: Message }) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelAnswer(client, message),
    // The button is removed, and the focus stays at its message.
    onMutate: () => button.current?.closest<HTMLElement>('.message'),
    onSuccess: () => showToast('The answer is not sent'),
    async onError(error) {
      if (!(error instanceof ApiError && error.status === 422)) return showError(error);
      showToast('Too late', 'The answer is being sent.');
      await refresh(client, 'replies', 'thread');
    },
    onSettled: (_data, _error, _variables, frame) => frame?.focus({ preventScroll: true }),
  });
  useShortcut('z', () => isPending || mutate(), 'Cancel the answer');

  return (
    <Button
      ref={button}
      size="small"
      className="message-cancel"
      title="z"
      isPending={isPending}
      onClick={() => mutate()}
    >
      Cancel the answer
    </Button>
  );
}

interface AnswerProblemProps extends MessageProps {
  readonly address: string;
}

function AnswerProblem({ reply, message, address }: AnswerProblemProps) {
  if (message.answerStatus !== 'failed' && message.answerStatus !== 'outcome_unknown') return null;
  const isUnknown = message.answerStatus === 'outcome_unknown';

  return (
    <Notice
      tone={isUnknown ? 'warning' : 'danger'}
      title={isUnknown ? `Check the sent messages of ${address}` : 'The answer was not sent'}
      actions={
        <Button size="small" onClick={() => writeDraft(reply.id, message.text ?? '')}>
          {isUnknown ? 'It was not sent: write again' : 'Write again'}
        </Button>
      }
    >
      {isUnknown
        ? 'The mail server may or may not have accepted the answer. It is not sent again automatically. If the mailbox does not have it, write it again.'
        : failureText(reply, message)}
    </Notice>
  );
}

function failureText(reply: ReplySummary, { answerError, toEmail }: Message) {
  switch (answerError) {
    case 'account_not_connected':
      return (
        <>
          The account is not connected.{' '}
          <Link {...linkTo(`/email-accounts/${reply.emailAccountId}`)}>Open the account</Link>
        </>
      );
    case 'blocklisted':
      return (
        <>
          The address is on the blocklist.{' '}
          <Link to="/blocklist" search={toEmail ? { value: toEmail } : {}}>
            Open the blocklist
          </Link>
        </>
      );
    case 'cancelled':
      return 'It was cancelled.';
    case 'rejected':
      return 'The mail server rejected it.';
    default:
      return 'It was not sent.';
  }
}
