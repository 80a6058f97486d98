import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/badge.tsx';
import type { Tone } from '../../../components/notice.tsx';
import { Card } from '../../../components/page.tsx';
import { Progress } from '../../../components/progress.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { linkTo } from '../../links.ts';
import { type Campaign, type EmailAccount, useAccounts } from '../queries.ts';

const statusBadges: Readonly<Record<EmailAccount['status'], readonly [label: string, tone: Tone]>> = {
  connected: ['Connected', 'success'],
  paused: ['Paused', 'warning'],
  error: ['Error', 'danger'],
  disconnected: ['Disconnected', 'danger'],
};

/** The accounts of the campaign with what they can send today. */
export function AccountsCard({ campaign }: { readonly campaign: Campaign }) {
  const accounts = useAccounts().filter(({ id }) => campaign.emailAccountIds.includes(id));

  return (
    <Card title="Email accounts" description="Sent today, over all campaigns">
      {campaign.emailAccountIds.length === 0 ? (
        <EmptyState title="No account">Choose the accounts that send the emails of this campaign.</EmptyState>
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
  const { id, email, status, statusReason, sentToday, remainingToday } = account;
  const [label, tone] = statusBadges[status];

  return (
    <>
      <div className="account-head">
        <Link {...linkTo(`/email-accounts/${id}`)}>{email}</Link>
        {(status !== 'connected' || statusReason) && (
          <Badge tone={status === 'connected' ? 'warning' : tone} reason={statusReason?.message}>
            {status === 'connected' ? 'Waiting' : label}
          </Badge>
        )}
      </div>
      <Progress
        label={`Sent today by ${email}`}
        value={sentToday}
        max={sentToday + remainingToday}
        isLabelHidden
      />
      <div className="muted sending-note">{stopNote(account)}</div>
    </>
  );
}

/** Why the account does not send now. */
function stopNote({ status, statusReason, remainingToday, nextSendAt }: EmailAccount): ReactNode {
  if (statusReason) return status === 'paused' ? null : statusReason.message;
  if (status === 'paused') return 'The account is paused. It sends again when you resume it.';
  if (status !== 'connected' || remainingToday !== 0 || !nextSendAt) return null;

  return (
    <>
      No capacity left today. Continues <Time value={nextSendAt} />.
    </>
  );
}
