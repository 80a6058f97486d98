import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Eraser, Pencil, Plus, Trash2, UserX } from 'lucide-react';
import { api, type Schemas, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, type DialogState } from '../../components/overlay/dialog.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { EnrolContact } from './campaigns/enrol-contact.tsx';
import { EditContact } from './contact-forms.tsx';
import { EraseContact } from './erase-contact.tsx';

export type OpenDialog = 'edit' | 'enrol' | 'unsubscribe' | 'delete' | 'erase';

interface ContactActionsProps {
  readonly contact: Schemas['Contact'];
  readonly onOpen: (dialog: OpenDialog) => void;
}

export function ContactActions({ contact, onOpen }: ContactActionsProps) {
  return (
    <>
      <Button icon={<Pencil />} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      {contact.status === 'active' && (
        <Button icon={<Plus />} onClick={() => onOpen('enrol')}>
          Add to a campaign
        </Button>
      )}
      <Menu trigger={<Button icon={<Ellipsis />} aria-label="More actions" />}>
        <MenuItem
          icon={<UserX />}
          disabled={contact.status !== 'active'}
          onSelect={() => onOpen('unsubscribe')}
        >
          Mark as unsubscribed
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => onOpen('delete')}>
          Delete contact
        </MenuItem>
        <MenuItem icon={<Eraser />} isDanger onSelect={() => onOpen('erase')}>
          Erase personal data
        </MenuItem>
      </Menu>
    </>
  );
}

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

interface ContactDialogProps extends DialogState {
  readonly contact: Schemas['Contact'];
}

function Unsubscribe({ contact: { id, email }, ...dialog }: ContactDialogProps) {
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
      {...dialog}
      title={`Mark ${email} as unsubscribed?`}
      action="Mark as unsubscribed"
      onConfirm={unsubscribe}
    >
      Its sequences end, and the address is added to the blocklist. To undo it, remove the blocklist entry.
    </Confirm>
  );
}

function DeleteContact({ contact: { id, email }, ...dialog }: ContactDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await unwrap(api.DELETE('/contacts/{id}', { params: { path: { id } } }));
    showToast(`${email} deleted`);
    client.removeQueries({ queryKey: ['contacts', 'detail', id] });
    await navigate({ to: '/contacts' });
    await Promise.all([
      refresh(client, 'contacts', 'list'),
      refresh(client, 'companies'),
      refresh(client, 'campaigns'),
    ]);
  };

  return (
    <Confirm {...dialog} title={`Delete ${email}?`} action="Delete contact" onConfirm={remove}>
      Its sequences stop in all campaigns. Its activity is kept under its id, and an address that is
      unsubscribed, bounced or blocklisted stays so.
    </Confirm>
  );
}
