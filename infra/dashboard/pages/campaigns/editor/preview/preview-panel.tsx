import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors.ts';
import { useSession } from '../../../../api/session.ts';
import { Button } from '../../../../components/button.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { showError, showToast } from '../../../../components/overlay/toast.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../components/states.tsx';
import { ConnectLink } from '../connect-link.tsx';
import { useEditorContext } from '../editor-context.ts';
import { fieldName } from '../field-names.ts';
import { PreviewContent } from './preview-content.tsx';
import { PreviewRecipient } from './preview-recipient.tsx';
import { useEmailPreview } from './use-email-preview.ts';
import './preview.css';

/** The selected email as the chosen contact would receive it, composed by the code that sends. */
export function PreviewPanel() {
  const preview = useEmailPreview();

  return (
    <section className="preview" aria-label="Preview">
      <header className="preview-header">
        <PreviewRecipient />
        <SendTest request={preview.email?.emailAccountId === null ? undefined : preview.request} />
      </header>
      <PreviewBody {...preview} />
    </section>
  );
}

function PreviewBody({ missing, email, error, isStale, retry }: ReturnType<typeof useEmailPreview>) {
  if (missing === 'text') {
    return (
      <EmptyState title="Nothing is written yet">
        The email appears here while you write, with the values of the contact.
      </EmptyState>
    );
  }
  const isRefused = error instanceof ApiError && error.status === 422;
  if (error && !isRefused) return <ErrorState error={error} onRetry={retry} />;

  return (
    <>
      {isRefused && <Refusal error={error} />}
      {email?.emailAccountId === null && (
        <Notice actions={<ConnectLink />} isQuiet>
          The sender is a placeholder.
        </Notice>
      )}
      {missing === 'fieldEnd' && (
        <Notice isQuiet>The preview waits for the end of a merge field: {'}}'}</Notice>
      )}
      {email ? (
        <PreviewContent email={email} isStale={isStale || isRefused} />
      ) : (
        !isRefused && <Skeleton lines={6} />
      )}
    </>
  );
}

/** The errors of the service in the texts, such as an unclosed merge field. */
const Refusal = ({ error }: { readonly error: ApiError }) => (
  <Notice tone="warning" title="The preview waits for a change" isQuiet>
    {error.details.length === 0 && error.message}
    {error.details.map(({ path, message }) => (
      <div key={path + message}>{`${fieldName(path)}: ${message}`}</div>
    ))}
  </Notice>
);

const failures: Readonly<Record<string, string>> = {
  auth: 'The mail server refused the login of the account.',
  unreachable: 'The mail server of the account does not respond.',
  busy: 'The mail server accepts no email of the account now.',
  rejected: 'The mail server rejected the email.',
  outcome_unknown: 'The connection ended before the mail server confirmed the email.',
};

/** Sends the email of the preview to the signed-in user. It counts towards no limit and records no event. */
function SendTest({ request }: { readonly request: Schemas['PreviewRequest'] | undefined }) {
  const { campaign } = useEditorContext();
  const to = useSession()?.user.email;
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Schemas['TestEmailRequest']) =>
      unwrap(api.POST('/campaigns/{id}/test', { params: { path: { id: campaign.id } }, body })),
    onSuccess: ({ isAccepted, error, smtpCode, to: address, subject }) => {
      const failure = failures[error ?? ''] ?? 'The test was not sent.';
      if (isAccepted) showToast(`Test sent to ${address}`, subject);
      else showError(new Error(smtpCode ? `${failure} (${smtpCode})` : failure));
    },
    onError: showError,
  });

  return (
    <Button
      icon={<Send />}
      isPending={isPending}
      disabled={!request || to === undefined}
      title={to && `Sends this email to ${to}`}
      onClick={() => request && to !== undefined && mutate({ ...request, to })}
    >
      Send me a test
    </Button>
  );
}
