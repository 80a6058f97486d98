import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Inbox } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/states.tsx';
import { providersQuery } from '../../email-accounts/queries.ts';
import { accountsQuery, type Campaign } from '../queries.ts';
import { type LocalInbox, localInboxQuery } from './local-inbox.ts';
import { useSaveDraft } from './save-draft.ts';
import { StepCard } from './step-card.tsx';

const OAuthLinks = lazy(async () => ({
  default: (await import('../../email-accounts/connect/oauth-links.tsx')).OAuthLinks,
}));
const PasswordForm = lazy(async () => ({
  default: (await import('../../email-accounts/connect/password-form.tsx')).PasswordForm,
}));

interface MailboxProps {
  readonly campaign: Campaign | undefined;
  readonly isDone: boolean;
}

/** Connects the mailbox that sends the campaign, or chooses a connected one. */
export function Mailbox({ campaign, isDone }: MailboxProps) {
  const accounts = useQuery(accountsQuery);
  const localInbox = useQuery(localInboxQuery);
  const save = useSaveDraft();
  const use = ({ id }: { readonly id: string }) => save.mutateAsync({ emailAccountIds: [id] });
  const connected = accounts.data?.data ?? [];
  const chosen = connected.filter(({ id }) => campaign?.emailAccountIds.includes(id));
  const description = isDone
    ? chosen.map(({ email }) => email).join(', ') || 'A mailbox is chosen'
    : 'Sends the emails and receives the replies.';

  return (
    <StepCard number={3} title="Mailbox" isDone={isDone} description={description}>
      {!isDone &&
        (accounts.isPending || localInbox.isPending ? (
          <Skeleton lines={4} />
        ) : (
          <div className="stack connect">
            {connected.map((account) => (
              <div key={account.id} className="row first-account">
                <span>{account.email}</span>
                <Button isPending={save.isPending} onClick={() => void use(account)}>
                  {`Use ${account.email}`}
                </Button>
              </div>
            ))}
            {localInbox.data && connected.length === 0 && (
              <UseLocalInbox inbox={localInbox.data} onConnected={use} />
            )}
            <ConnectMailbox isFirst={!localInbox.data && connected.length === 0} onConnected={use} />
          </div>
        ))}
    </StepCard>
  );
}

interface ConnectProps {
  readonly onConnected: (account: { readonly id: string }) => unknown;
}

/** One click on a local stack. The mailbox has the address of the user. */
function UseLocalInbox({ inbox, onConnected }: ConnectProps & { readonly inbox: LocalInbox }) {
  const client = useQueryClient();
  const user = useSession()?.user;
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const [{ connectByPassword }, { initialValues }] = await Promise.all([
        import('../../email-accounts/connect/connect-by-password.ts'),
        import('../../email-accounts/connect/password-values.ts'),
      ]);
      const values = initialValues(user?.email ?? '');
      const servers = { smtp: { ...values.smtp, ...inbox.smtp }, imap: { ...values.imap, ...inbox.imap } };
      const fromName = user?.name ?? '';
      const account = await connectByPassword({ ...values, ...servers, fromName, password: 'local' }, true);
      await refresh(client, 'email-accounts');
      await onConnected(account);
    },
  });

  return (
    <div className="first-local">
      <Button variant="primary" icon={<Inbox />} isPending={isPending} onClick={() => mutate()}>
        Use the built-in inbox
      </Button>
      <p className="muted">
        Emails stay on this machine, also those to real addresses.{' '}
        <a href={inbox.webUrl} target="_blank" rel="noreferrer">
          See the inbox
        </a>
      </p>
      {error && <Notice tone="danger">{messageOf(error)}</Notice>}
    </div>
  );
}

function ConnectMailbox({ isFirst, onConnected }: ConnectProps & { readonly isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  const { isPending } = useQuery(providersQuery);

  return (
    <>
      {!isFirst && (
        <Button
          variant="quiet"
          size="small"
          className="first-toggle"
          icon={isOpen ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Connect another mailbox
        </Button>
      )}
      {isOpen && isPending && <Skeleton lines={6} />}
      {isOpen && !isPending && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <OAuthLinks email="" />
          <PasswordForm email="" onConnected={onConnected} />
        </Suspense>
      )}
    </>
  );
}
