import { escapeHtml } from '#lib/html/escape.ts';
import type { Role } from '#lib/values/role.ts';

/** The text of an email that the service writes. A request contributes no text to it. */
export interface ServiceText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown after the first paragraph. */
  readonly link?: string;
}

interface TokenEmail {
  readonly workspaceName: string | null;
  readonly token: string;
  /** Of the pages that accept tokens, ends with a slash. */
  readonly pagesUrl: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export function invitationText({
  workspaceName,
  role,
  expiresAt,
  token,
  pagesUrl,
}: TokenEmail & { readonly role: Role }): ServiceText {
  const workspace = workspaceName === null ? 'a workspace' : `the workspace ${workspaceName}`;

  return {
    subject: `Invitation to ${workspace}`,
    paragraphs: [
      `You are invited to ${workspace} with the role ${role}. Accept the invitation on this page:`,
      `It works once and expires on ${readable(expiresAt)}. If you do not expect this invitation, ignore this email.`,
    ],
    link: linkOf(pagesUrl, 'accept-invitation', token),
  };
}

export function passwordResetText({ workspaceName, expiresAt, token, pagesUrl }: TokenEmail): ServiceText {
  const workspace = workspaceName === null ? 'your workspace' : `the workspace ${workspaceName}`;

  return {
    subject: 'Reset your password',
    paragraphs: [
      `An owner of ${workspace} has started a reset of your password. Set a new password on this page:`,
      `It works once and expires on ${readable(expiresAt)}. Until then, your current password stays valid.`,
    ],
    link: linkOf(pagesUrl, 'reset-password', token),
  };
}

export interface WebhookStatusChange {
  readonly webhookId: string;
  /** Host of the endpoint. The rest of its URL may be secret. */
  readonly host: string;
  readonly status: 'failing' | 'disabled';
  readonly consecutiveFailures: number;
}

/** The servers or user names of a mailbox were exchanged. */
interface Mailbox {
  readonly id: string;
  readonly email: string;
}

/** @param change of a webhook, or the mailbox that was exchanged @param at RFC 3339 */
export function noticeText(change: WebhookStatusChange | Mailbox, at: string): ServiceText {
  return 'webhookId' in change ? webhookNoticeText(change, at) : mailboxNoticeText(change, at);
}

function mailboxNoticeText({ id, email }: Mailbox, at: string): ServiceText {
  return {
    subject: `Mailbox connected with another server: ${email}`,
    paragraphs: [
      `The mailbox ${email} (${id}) was connected with another server or user name at ${readable(at)}.`,
      'The audit log has the author. If you do not expect this change, connect the mailbox again with its own servers, and remove the author.',
    ],
  };
}

function webhookNoticeText(change: WebhookStatusChange, at: string): ServiceText {
  const { webhookId, host, status, consecutiveFailures } = change;
  const effect =
    status === 'failing'
      ? 'Deliveries wait until the endpoint accepts one; then all of them are sent. If it keeps failing, the webhook is disabled.'
      : 'Deliveries are held. Repair the endpoint, then enable the webhook, unless this was done in the meantime.';

  return {
    subject: `Webhook ${status}: ${host}`,
    paragraphs: [
      `The webhook ${webhookId} to ${host} is ${status} since ${readable(at)}, after ${consecutiveFailures} failed deliveries in a row.`,
      effect,
    ],
  };
}

/** Plain text and simple HTML with the same content. */
export function serviceBodies({ paragraphs, link }: ServiceText): { text: string; html: string } {
  const lines = [paragraphs[0] ?? '', ...(link === undefined ? [] : [link]), ...paragraphs.slice(1)];
  const html = lines.map((line) => {
    const escaped = escapeHtml(line);

    return line === link ? `<p><a href="${escaped}">${escaped}</a></p>` : `<p>${escaped}</p>`;
  });

  return { text: `${lines.join('\n\n')}\n`, html: html.join('\n') };
}

/** The token is in the fragment, which browsers do not send: it is in no log of the page's server. */
function linkOf(pagesUrl: string, page: 'accept-invitation' | 'reset-password', token: string): string {
  return `${pagesUrl}${page}#token=${token}`;
}

/** `2026-11-20T09:30:00.000Z` as `2026-11-20 09:30 UTC`. */
function readable(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}
