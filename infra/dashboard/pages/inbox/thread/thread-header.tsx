import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail, MailOpen, UserX } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '../../../api/session.ts';
import { Badge, Tag } from '../../../components/badge.tsx';
import { IconButton } from '../../../components/button.tsx';
import { showError } from '../../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { useShortcut } from '../../../components/page/shortcuts.ts';
import { Time } from '../../../components/time.tsx';
import { ContactStatus } from '../../contacts/contact-status.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { linkTo } from '../../links.ts';
import { nameOf, useAccounts, useCampaignNames } from '../../names.ts';
import { useAssigneeName } from '../assignee.ts';
import { labelText } from '../labels.ts';
import type { ReplySummary } from '../queries.ts';
import { updateReply } from '../update-reply.ts';
import { LabelMenu } from './label-menu.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { AssignMenu, DoneButton } from './state-actions.tsx';
import { Unsubscribe } from './unsubscribe.tsx';
import './thread-header.css';

export function ThreadActions({ reply }: { readonly reply: ReplySummary }) {
  const client = useQueryClient();
  const canChange = useCan('member');
  const [isUnsubscribing, setUnsubscribing] = useState(false);
  const { data: contact } = useQuery(contactQuery(reply.contactId));
  const canUnsubscribe = canChange && contact?.value.status === 'active';
  const { mutate: toggleRead } = useMutation({
    mutationFn: () => updateReply(client, reply.id, { isRead: !reply.isRead }),
    onError: showError,
  });
  useShortcut('u', () => canChange && toggleRead(), canChange ? 'Mark as read or unread' : undefined);
  usePaletteAction('Mark as read or unread', toggleRead, canChange);
  usePaletteAction('Unsubscribe the contact', () => setUnsubscribing(true), canUnsubscribe);
  if (!canChange) return null;

  return (
    <div className="thread-actions">
      <DoneButton reply={reply} />
      <SnoozeMenu reply={reply} />
      <AssignMenu reply={reply} />
      <LabelMenu reply={reply} />
      <IconButton
        label={reply.isRead ? 'Mark as unread (u)' : 'Mark as read (u)'}
        data-label={reply.isRead ? 'Unread' : 'Read'}
        icon={reply.isRead ? <Mail /> : <MailOpen />}
        onClick={() => toggleRead()}
      />
      <IconButton
        label="Unsubscribe the contact"
        data-label="Unsubscribe"
        icon={<UserX />}
        disabled={!canUnsubscribe}
        onClick={() => setUnsubscribing(true)}
      />
      <Unsubscribe reply={reply} isOpen={isUnsubscribing} onClose={() => setUnsubscribing(false)} />
    </div>
  );
}

/** Contact, campaign and account of the thread, and the labels of the reply. */
export function ThreadLinks({ reply }: { readonly reply: ReplySummary }) {
  const { contactId, campaignId, emailAccountId, executionId, labels } = reply;
  const contact = useQuery(contactQuery(contactId));
  const campaign = useCampaignNames().get(campaignId);
  const account = useAccounts().get(emailAccountId);

  return (
    <div className="row thread-links">
      {contact.error ? (
        <span className="muted">Deleted contact</span>
      ) : (
        <span className="row">
          <Link to="/contacts/$contactId" params={{ contactId }}>
            {contact.data ? nameOf(contact.data.value) : 'Contact'}
          </Link>
          {contact.data && contact.data.value.status !== 'active' && (
            <ContactStatus status={contact.data.value.status} />
          )}
        </span>
      )}
      <Link {...linkTo(`/campaigns/${campaignId}`)}>{campaign ?? 'Campaign'}</Link>
      <Link {...linkTo(`/email-accounts/${emailAccountId}`)}>{account?.email ?? 'Account'}</Link>
      <Link {...linkTo('/activity', { executionId, includeBots: 'true' })}>Events</Link>
      <ReplyState reply={reply} />
      {labels.map((label) => (
        <Link key={label} to="/inbox" search={{ label }} aria-label={`Label ${labelText(label)}`}>
          <Tag>{labelText(label)}</Tag>
        </Link>
      ))}
    </div>
  );
}

function ReplyState({ reply: { isDone, snoozedUntil, assigneeId } }: { readonly reply: ReplySummary }) {
  const assignee = useAssigneeName(assigneeId);

  return (
    <>
      {isDone && <Badge tone="success">Done</Badge>}
      {snoozedUntil && (
        <Badge tone="info">
          Returns <Time value={snoozedUntil} format="full" />
        </Badge>
      )}
      {assignee && <Badge>{assignee}</Badge>}
    </>
  );
}
