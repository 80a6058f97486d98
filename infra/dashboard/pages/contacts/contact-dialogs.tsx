import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, type Schemas, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { Confirm } from '../../components/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import type { OpenDialog } from './contact-actions.tsx';
import { EditContact } from './edit-contact.tsx';
import { EnrolContact } from './enrol-contact.tsx';
import { EraseContact } from './erase-contact.tsx';

interface ContactDialogsProps {
  readonly version: Version<Schemas['Contact']>;
  readonly companyName: string | undefined;
  readonly dialog: OpenDialog | undefined;
  readonly onClose: () => void;
}

export function ContactDialogs({ version, companyName, dialog, onClose }: ContactDialogsProps) {
  const contact = version.value;
  const { companyId } = contact;

  return (
    <>
      <EditContact
        isOpen={dialog === 'edit'}
        onClose={onClose}
        contact={version}
        company={companyId ? { value: companyId, label: companyName ?? 'Company' } : null}
      />
      <EnrolContact isOpen={dialog === 'enrol'} onClose={onClose} contact={contact} />
      <Unsubscribe isOpen={dialog === 'unsubscribe'} onClose={onClose} contact={contact} />
      <DeleteContact isOpen={dialog === 'delete'} onClose={onClose} contact={contact} />
      <EraseContact isOpen={dialog === 'erase'} onClose={onClose} contact={contact} />
    </>
  );
}

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly contact: Schemas['Contact'];
}

function Unsubscribe({ isOpen, onClose, contact: { id, email } }: DialogProps) {
  const client = useQueryClient();
  const unsubscribe = async (): Promise<void> => {
    await unwrap(api.PATCH('/contacts/{id}', { params: { path: { id } }, body: { status: 'unsubscribed' } }));
    showToast(`${email} is unsubscribed`);
    await Promise.all(
      ['contacts', 'blocklist', 'activity', 'campaigns'].map((type) => refresh(client, type)),
    );
  };

  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={`Mark ${email} as unsubscribed?`}
      action="Mark as unsubscribed"
      onConfirm={unsubscribe}
    >
      Its sequences end, and the address is added to the blocklist. To undo it, remove the blocklist entry.
    </Confirm>
  );
}

function DeleteContact({ isOpen, onClose, contact: { id, email } }: DialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await unwrap(api.DELETE('/contacts/{id}', { params: { path: { id } } }));
    showToast(`${email} deleted`);
    client.removeQueries({ queryKey: ['contacts', 'detail', id] });
    await navigate({ to: '/contacts' });
    await Promise.all([refresh(client, 'contacts', 'list'), refresh(client, 'companies')]);
  };

  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${email}?`}
      action="Delete contact"
      onConfirm={remove}
    >
      Its sequences stop in all campaigns. Its activity is kept under its id, and its address stays suppressed
      if it was.
    </Confirm>
  );
}
