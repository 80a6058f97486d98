import newAnswer from 'schema:NewAnswer';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { FieldFrame } from '../../../components/form/field.tsx';
import { validate } from '../../../components/form/validate.ts';
import { Notice } from '../../../components/notice.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { isApple, keyLabel, useListedShortcut, useShortcut } from '../../../components/page/shortcuts.ts';
import { linkTo } from '../../links.ts';
import { useAccounts } from '../../names.ts';
import { type ReplySummary, threadQuery } from '../queries.ts';
import { AnswerSnippets, insertFilled } from './answer-snippets.tsx';
import {
  attemptKey,
  discardDraft,
  draftOf,
  useAnswerDraft,
  useDiscardSentDraft,
  writeDraft,
} from './drafts.ts';

export function AnswerForm({ reply }: { readonly reply: ReplySummary }) {
  const canAnswer = useCan('member');
  const account = useAccounts().get(reply.emailAccountId);
  if (!canAnswer) return <Notice>Your role can read replies, but not answer them.</Notice>;
  if (account?.status === 'error' || account?.status === 'disconnected') {
    return (
      <Notice
        tone="warning"
        title={`${account.email} is ${account.status === 'error' ? 'rejected by its mail server' : account.status}`}
        actions={<Link {...linkTo(`/email-accounts/${account.id}`)}>Open the account</Link>}
      >
        You can answer as soon as the account is connected.
      </Notice>
    );
  }

  const signature = account?.signatureHtml ? 'Its signature is added.' : 'It has no signature.';

  return (
    <AnswerEditor
      reply={reply}
      origin={`From ${account?.email ?? 'the account'}, in this thread. ${account ? signature : ''}`}
    />
  );
}

interface AnswerEditorProps {
  readonly reply: ReplySummary;
  /** Which account sends it, and what it adds. */
  readonly origin: string;
}

function AnswerEditor({ reply, origin }: AnswerEditorProps) {
  const text = useAnswerDraft(reply.id);
  const [isRestored, setRestored] = useState(() => draftOf(reply.id) !== '');
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending, error, reset } = useSendAnswer(reply, field);
  useDiscardSentDraft(reply.id, isPending);
  const textError = error ? undefined : validate(newAnswer, { text })['text'];
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    if (!isPending && text.trim() !== '' && !textError) mutate(text.trim());
  };
  useShortcut('r', () => field.current?.focus(), 'Answer');
  useListedShortcut('mod+enter', 'Send the answer');

  return (
    <form className="answer" onSubmit={send}>
      <FieldFrame label={`Answer ${reply.fromName ?? reply.fromEmail ?? 'the contact'}`} error={textError}>
        {(control) => (
          <textarea
            ref={field}
            className="input"
            rows={5}
            value={text}
            placeholder="Write an answer (r)"
            onChange={({ target }) => {
              reset();
              if (text === '') setRestored(false);
              writeDraft(reply.id, target.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') leave(field);
              if (event.key === 'Enter' && (isApple ? event.metaKey : event.ctrlKey)) send(event);
            }}
            {...control}
          />
        )}
      </FieldFrame>
      {error && text !== '' && <SendError error={error} />}
      {isRestored && text !== '' && (
        <RestoredDraft
          onDiscard={() => {
            discardDraft(reply.id);
            setRestored(false);
            field.current?.focus();
          }}
        />
      )}
      <div className="answer-end">
        <AnswerSnippets
          reply={reply}
          onInsert={(snippet) => field.current && insertFilled(field.current, snippet)}
        />
        <span className="muted">{origin}</span>
        <Button
          type="submit"
          variant="primary"
          icon={<Send />}
          isPending={isPending}
          disabled={text.trim() === ''}
          title={keyLabel('mod+enter')}
        >
          Send answer
        </Button>
      </div>
    </form>
  );
}

/** Outside of the field, the keys of the thread work. @returns the thread */
function leave({ current: field }: RefObject<HTMLElement | null>): HTMLElement | null | undefined {
  const thread = field?.closest<HTMLElement>('.thread');
  thread?.focus({ preventScroll: true });

  return thread;
}

/** The message of an answer has the button that cancels it. A user who has moved the focus keeps it. */
function focusLastMessage(thread: HTMLElement): void {
  const message = thread.querySelector<HTMLElement>('.messages > :last-child > *');
  if (document.activeElement === thread) message?.focus({ preventScroll: true });
}

const RestoredDraft = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className="row muted" role="status">
    Your draft is restored.
    <Button size="small" variant="quiet" onClick={onDiscard}>
      Discard
    </Button>
  </div>
);

function useSendAnswer({ id }: ReplySummary, field: RefObject<HTMLElement | null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn(text: string) {
      const { messages = [] } = client.getQueryData(threadQuery(id).queryKey) ?? {};
      const header = { 'Idempotency-Key': attemptKey(id, text, messages) };

      return unwrap(api.POST('/replies/{id}/answer', { params: { path: { id }, header }, body: { text } }));
    },
    async onSuccess() {
      discardDraft(id);
      const thread = leave(field);
      showToast('The answer is being sent');
      await refresh(client, 'replies', 'thread', id);
      if (thread) requestAnimationFrame(() => focusLastMessage(thread));
    },
  });
}

function SendError({ error }: { readonly error: Error }) {
  if (error instanceof ApiError && error.status === 0) {
    return (
      <Notice tone="warning" title="The service has not confirmed the answer">
        Send it again: the same text is sent only once.
      </Notice>
    );
  }
  const details = error instanceof ApiError ? error.details.map(({ message }) => message) : [];

  return <Notice tone="danger">{details.length > 0 ? details.join(' ') : messageOf(error)}</Notice>;
}
