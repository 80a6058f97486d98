import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { sendingStopOf } from '../../email-accounts/account-status.tsx';
import { SentToday } from '../../email-accounts/sent-today.tsx';
import { linkTo } from '../../links.ts';
import { type Campaign, type EmailAccount, useAccounts } from '../queries.ts';
import { EditLink } from './edit-link.tsx';

/** The accounts of the campaign: emails sent today of today's limit, and why an account does not send. */
export function AccountsCard({ campaign }: { readonly campaign: Campaign }) {
  const accounts = useAccounts(campaign).filter(({ id }) => campaign.emailAccountIds.includes(id));

  return (
    <Card title="Email accounts" description="Emails of all campaigns and answers">
      {campaign.emailAccountIds.length === 0 ? (
        <EmptyState
          title="No account"
          action={
            <EditLink campaignId={campaign.id} section="accounts">
              Choose accounts
            </EditLink>
          }
        >
          The campaign needs accounts that send its emails.
        </EmptyState>
      ) : (
        <ul className="sending-accounts">
          {accounts.map((account) => (
            <li key={account.id}>
              <AccountCapacity account={account} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function AccountCapacity({ account }: { readonly account: EmailAccount }) {
  const { id, email } = account;
  const stop = sendingStopOf(account);

  return (
    <>
      <div className="account-head">
        <Link {...linkTo(`/email-accounts/${id}`)}>{email}</Link>
        {stop && <Badge tone={stop.tone}>{stop.label}</Badge>}
      </div>
      <SentToday account={account} />
      {stop && <div className="muted sending-note">{stop.reason}</div>}
    </>
  );
}
