import { escapeHtml } from '#lib/html/escape.ts';
import { linkTo, shortTime } from './mail-page-assets.ts';
import { isAnswerable } from './mail-reply.ts';
import { type ReplyDraft, replyKinds, replyTextMax } from './mail-reply-form.ts';
import type { EmailSummary } from './mail-store.ts';
import type { ParsedEmail } from './parsed-email.ts';

interface EmailContext {
  readonly conversation: readonly EmailSummary[];
  readonly draft: ReplyDraft;
  readonly search: string;
}

/** The section below an email: its conversation and the reply form. */
export function renderConversation(
  email: ParsedEmail,
  { conversation, draft, search }: EmailContext,
): string {
  const otherEmails = conversation.length > 1 ? renderEmails(conversation, email.summary.id, search) : '';

  return `${otherEmails}${isAnswerable(email) ? renderForm(email, draft, search) : ''}`;
}

function renderEmails(emails: readonly EmailSummary[], openId: number, search: string): string {
  const rows = emails.map(({ id, from, subject, receivedAt }) => {
    const current = id === openId ? ' aria-current="true"' : '';

    return `<li><a href="${linkTo(id, search)}"${current}><time datetime="${receivedAt}">${shortTime(receivedAt)}</time>
<span>${escapeHtml(subject || '(no subject)')}</span><span class="from">${escapeHtml(from || '(empty sender)')}</span></a></li>`;
  });

  return `<ul class="conversation" aria-label="Conversation">${rows.join('\n')}</ul>`;
}

function renderForm({ summary }: ParsedEmail, { kind, text, problem }: ReplyDraft, search: string): string {
  const query = search === '' ? '' : escapeHtml(`?${new URLSearchParams({ search })}`);
  const choices = replyKinds.map(({ name, title }) => {
    const checked = name === kind ? ' checked' : '';

    return `<label><input type="radio" name="kind" value="${name}"${checked}> ${title}</label>`;
  });
  const problemHtml =
    problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`;

  return `<form class="reply" method="post" action="/messages/${summary.id}/replies${query}">
${problemHtml}<label for="reply-text">Answer as ${escapeHtml(summary.to[0] ?? '')}</label>
<textarea id="reply-text" name="text" rows="4" maxlength="${replyTextMax}">
${escapeHtml(text)}</textarea>
<fieldset><legend hidden>Kind of answer</legend>${choices.join('')}</fieldset>
<button type="submit">Send</button>
<p class="hint">It arrives at ${escapeHtml(summary.from)}. The service reads the inbox of an account that was connected with
<code>--imap-host</code> every two minutes of the stack’s clock (<code>npm run local -- clock +2m</code> brings it there), and
once more right before each follow-up.</p>
</form>`;
}
