import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCan } from '../../../api/session.ts';
import { Notice } from '../../../components/notice.tsx';
import { Card, Page } from '../../../components/page/page.tsx';
import { Skeleton } from '../../../components/states.tsx';
import { type Account, providersQuery } from '../queries.ts';
import { OAuthLinks } from './oauth-links.tsx';
import { PasswordForm } from './password-form.tsx';
import './connect.css';

const route = getRouteApi('/app/email-accounts/connect');

/** Connects a mailbox, or replaces the credentials of a connected mailbox. */
export function Connect() {
  const { email = '', campaignId } = route.useSearch();
  const canConnect = useCan('member');
  const navigate = useNavigate();
  const onConnected = ({ id: accountId }: Account) =>
    campaignId === undefined
      ? navigate({ to: '/email-accounts/$accountId', params: { accountId } })
      : navigate({
          to: '/campaigns/$campaignId/edit',
          params: { campaignId },
          search: { section: 'accounts' },
        });

  return (
    <Page
      title={email === '' ? 'Connect an account' : `Connect ${email} again`}
      description={
        email === ''
          ? 'A mailbox that sends the emails of campaigns and receives the replies.'
          : 'The account keeps its limits, its counters and its history.'
      }
      parent={
        campaignId === undefined ? (
          <Link to="/email-accounts">Email accounts</Link>
        ) : (
          <Link to="/campaigns/$campaignId/edit" params={{ campaignId }} search={{ section: 'accounts' }}>
            Back to the campaign
          </Link>
        )
      }
    >
      {canConnect ? (
        <WaysToConnect key={email} email={email} onConnected={onConnected} />
      ) : (
        <Notice>Your role cannot connect accounts. Ask a member or an owner.</Notice>
      )}
    </Page>
  );
}

interface WaysProps {
  readonly email: string;
  readonly onConnected: (account: Account) => unknown;
}

function WaysToConnect({ email, onConnected }: WaysProps) {
  const { data: providers = [], isPending } = useQuery(providersQuery);
  if (isPending) return <Skeleton lines={8} />;

  return (
    <div className="stack connect">
      {providers.length > 0 && (
        <Card
          title={`With ${providers.map(([, name]) => name).join(' or ')}`}
          description="The owner of the mailbox logs in there; no password is stored."
        >
          <OAuthLinks email={email} />
        </Card>
      )}
      <Card
        title="With a password"
        description="The service logs in to both mail servers, and stores the account only if both logins succeed."
      >
        <PasswordForm email={email} onConnected={onConnected} />
      </Card>
    </div>
  );
}
