import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page/page.tsx';
import { Time } from '../../../components/time.tsx';
import type { Account } from '../queries.ts';

const providers: Readonly<Record<string, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  smtp: 'Password',
};

const serverText = ({ host, port, secure, username }: Account['smtp']): string =>
  `${host}:${port}, ${secure ? 'TLS' : 'STARTTLS'}, user ${username}`;

export function ServersCard({ account }: { readonly account: Account }) {
  const { provider, smtp, imap, lastSyncAt, messagesSetAside, lastMessageSetAside, createdAt } = account;

  return (
    <Card title="Servers">
      <Facts
        items={[
          ['Connected by', providers[provider] ?? provider],
          ['Outgoing', serverText(smtp)],
          ['Incoming', imap ? serverText(imap) : 'None: replies are not read'],
          ['Inbox read', <Time key="sync" value={lastSyncAt} none={imap ? 'Not yet' : 'Never'} />],
          ['Added', <Time key="created" value={createdAt} format="full" />],
        ]}
      />
      {messagesSetAside > 0 && (
        <div className="account-note">
          <Notice
            tone="warning"
            title={`${countOf(messagesSetAside, 'incoming message')} ${messagesSetAside === 1 ? 'was' : 'were'} skipped`}
          >
            Read {messagesSetAside === 1 ? 'it' : 'them'} in the mailbox. {lastMessageSetAside?.message}{' '}
            {lastMessageSetAside && <Time value={lastMessageSetAside.occurredAt} />}
          </Notice>
        </div>
      )}
    </Card>
  );
}
