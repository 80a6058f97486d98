import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Tag } from '../../../components/badge.tsx';
import { ContactStatus } from '../../contacts/contact-status.tsx';
import { contactQuery } from '../../contacts/queries.ts';
import { linkTo } from '../../links.ts';
import { nameOf, useAccounts, useCampaignNames } from '../../names.ts';
import { labelText } from '../labels.ts';
import type { Reply } from '../queries.ts';

/** Contact, campaign and account of the thread, and the labels of the reply. */
export function ThreadLinks({ reply }: { readonly reply: Reply }) {
  const { contactId, campaignId, emailAccountId, executionId, labels } = reply;
  const contact = useQuery(contactQuery(contactId));
  const campaign = useCampaignNames().get(campaignId);
  const account = useAccounts().get(emailAccountId);

  return (
    <div className="thread-links">
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
      {labels.map((label) => (
        <Link key={label} to="/inbox" search={{ label }} aria-label={`Label ${labelText(label)}`}>
          <Tag>{labelText(label)}</Tag>
        </Link>
      ))}
    </div>
  );
}
