import { escapeHtml } from '#lib/html/escape.ts';
import { renderConversation } from './mail-conversation.ts';
import { linkTo, pageScript, pageStyle, shortTime } from './mail-page-assets.ts';
import type { ReplyDraft } from './mail-reply-form.ts';
import type { EmailSummary } from './mail-store.ts';
import type { ParsedEmail } from './parsed-email.ts';

interface Inbox {
  readonly nonce: string;
  readonly search: string;
  readonly emails: readonly EmailSummary[];
  readonly stats: { readonly count: number; readonly recipients: number };
  readonly open: ParsedEmail | undefined;
  /** Conversation of the open email, including itself. */
  readonly conversation: readonly EmailSummary[];
  readonly draft: ReplyDraft;
  /** The selected tab: a name in `views`. */
  readonly view: string;
  /** `sandbox` attribute of the frame that shows the email's HTML. */
  readonly frameSandbox: string;
}

const views = [
  { name: 'html', title: 'HTML' },
  { name: 'text', title: 'Text' },
  { name: 'headers', title: 'Headers' },
  { name: 'raw', title: 'Raw' },
] as const;

export function renderInbox(inbox: Inbox): string {
  const { nonce, search, stats } = inbox;

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox (${stats.count})</title>
<style nonce="${nonce}">${pageStyle}</style>
</head>
<body>
<header>
  <h1>Inbox</h1>
  <form role="search" action="/"><input type="search" name="search" value="${escapeHtml(search)}" placeholder="Search by recipient" aria-label="Search by recipient"></form>
  <p id="stats">${stats.count} emails to ${stats.recipients} recipients</p>
  <button id="clear" type="button">Delete all</button>
</header>
<main>
  <nav id="list" aria-label="Emails">${renderList(inbox)}</nav>
  <article>${inbox.open ? renderEmail(inbox.open, inbox) : '<p class="hint">Select an email to read it.</p>'}</article>
</main>
<script nonce="${nonce}">${pageScript}</script>
</body>
</html>`;
}

/** The document in the email's frame: links open outside the frame. */
export function renderFrame(html: string): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html || '<p>This email has no HTML part.</p>'}`;
}

function renderList({ emails, open, search }: Inbox): string {
  if (emails.length === 0) {
    return `<p class="hint">${search === '' ? 'No emails yet.' : 'No emails to this recipient.'}</p>`;
  }

  return emails
    .map((email) => {
      const current = email.id === open?.summary.id ? ' aria-current="true"' : '';

      return `<a href="${linkTo(email.id, search)}"${current}>
<span class="to">${escapeHtml(email.to.join(', '))}</span><time datetime="${email.receivedAt}">${shortTime(email.receivedAt)}</time>
<span class="subject">${escapeHtml(email.subject || '(no subject)')}</span>
<span class="from">${escapeHtml(email.from || '(empty sender)')}</span></a>`;
    })
    .join('\n');
}

function renderEmail(email: ParsedEmail, inbox: Inbox): string {
  const { view, search, frameSandbox, conversation, draft } = inbox;
  const { summary } = email;
  const tabs = views.map(({ name, title }) => {
    const current = name === view ? ' aria-current="page"' : '';

    return `<a href="${linkTo(summary.id, search, name)}"${current}>${title}</a>`;
  });

  return `<h2>${escapeHtml(summary.subject || '(no subject)')}</h2>
<dl>
<dt>From</dt><dd>${escapeHtml(summary.from || '(empty sender)')}</dd>
<dt>To</dt><dd>${escapeHtml(summary.to.join(', '))}</dd>
<dt>Received</dt><dd><time datetime="${summary.receivedAt}">${summary.receivedAt}</time></dd>
<dt>Message-ID</dt><dd>${escapeHtml(summary.messageId)}</dd>
</dl>
<div class="tabs">${tabs.join('')}</div>
${renderView(email, view, frameSandbox)}
${renderConversation(email, { conversation, draft, search })}`;
}

function renderView(email: ParsedEmail, view: string, frameSandbox: string): string {
  switch (view) {
    case 'text':
      return `<pre>${linkUrls(email.text || 'This email has no text part.')}</pre>`;
    case 'headers':
      return `<table>${email.headers.map(({ name, value }) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`;
    case 'raw':
      return `<pre>${escapeHtml(email.raw.toString('utf8'))}</pre>`;
    default:
      return `<iframe sandbox="${frameSandbox}" src="/messages/${email.summary.id}/html" title="Body of the email"></iframe>`;
  }
}

/** Escapes a text and makes its URLs links. */
function linkUrls(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const safe = escapeHtml(part);

      return index % 2 === 1 ? `<a href="${safe}" target="_blank" rel="noreferrer">${safe}</a>` : safe;
    })
    .join('');
}
