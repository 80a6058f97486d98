import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import { useSession } from '../../../../api/session.ts';
import { Button } from '../../../../components/button.tsx';
import { showError, showToast } from '../../../../components/toast.tsx';
import { useEditorContext } from '../editor-context.ts';

const failures: Readonly<Record<string, string>> = {
  auth: 'The mail server refused the login of the account.',
  unreachable: 'The mail server of the account does not respond.',
  busy: 'The mail server accepts no email of the account now.',
  rejected: 'The mail server rejected the email.',
  outcome_unknown: 'The connection ended before the mail server confirmed the email.',
};

/** Sends the email of the preview to the signed-in user. It counts towards no limit and records no event. */
export function SendTest({ request }: { readonly request: Schemas['PreviewRequest'] | undefined }) {
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
