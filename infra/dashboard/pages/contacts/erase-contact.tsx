import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { messageOf } from '../../api/errors.ts';
import { refresh } from '../../api/lists.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { TextField } from '../../components/form/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Dialog, type DialogState } from '../../components/overlay/dialog.tsx';
import { Time } from '../../components/time.tsx';

interface EraseContactProps extends DialogState {
  readonly contact: Schemas['Contact'];
}

export function EraseContact({ contact, ...dialog }: EraseContactProps) {
  return (
    <Dialog {...dialog} title={`Erase the personal data of ${contact.email}?`}>
      <EraseForm contact={contact} onClose={dialog.onClose} />
    </Dialog>
  );
}

function EraseForm({ contact: { id, email }, onClose }: Omit<EraseContactProps, 'isOpen'>) {
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<string>();
  const client = useQueryClient();
  const erasure = useMutation({
    mutationFn: () => unwrap(api.POST('/contacts/{id}/erase', { params: { path: { id } } })),
    onSuccess: () => refresh(client, 'contacts', 'list'),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirmation.trim().toLowerCase() === email.toLowerCase()) erasure.mutate();
    else setError('Type the address of the contact.');
  };
  if (erasure.data) return <ErasureProgress contactId={id} />;

  return (
    <form className="form" onSubmit={onSubmit} noValidate>
      <Notice tone="danger" title="This cannot be undone">
        The contact is deleted now. Its addresses, names, emails, replies and import rows are erased within
        about 15 minutes. Statistics stay, and an address that is unsubscribed, bounced or blocklisted stays
        so.
      </Notice>
      <TextField
        label={`Type ${email} to confirm`}
        name="confirmation"
        autoComplete="off"
        value={confirmation}
        error={error}
        onChange={(text) => {
          setConfirmation(text);
          setError(undefined);
        }}
      />
      {erasure.error && <Notice tone="danger">{messageOf(erasure.error)}</Notice>}
      <div className="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" isPending={erasure.isPending}>
          Erase personal data
        </Button>
      </div>
    </form>
  );
}

function ErasureProgress({ contactId }: { readonly contactId: string }) {
  const { data } = useQuery({
    queryKey: ['contacts', 'erasure', contactId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/contacts/{id}/erasure', { params: { path: { id: contactId } }, signal })),
    refetchInterval: (query) => (query.state.data?.status === 'completed' ? false : 15_000),
  });
  const isCompleted = data?.status === 'completed';

  return (
    <div className="form">
      <Notice
        tone={isCompleted ? 'success' : 'info'}
        title={isCompleted ? 'The personal data is erased' : 'The contact is deleted'}
      >
        {isCompleted ? (
          <span>
            Completed <Time value={data.completedAt} />.
          </span>
        ) : (
          'Its remaining data is being erased, which takes about 15 minutes. You can leave this page.'
        )}
      </Notice>
      <div className="form-actions">
        <Link to="/contacts" className={buttonClass('primary')}>
          Go to contacts
        </Link>
      </div>
    </div>
  );
}
