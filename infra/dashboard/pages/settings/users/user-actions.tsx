import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { CheckboxField } from '../../../components/form/field.tsx';
import { Confirm, type DialogState } from '../../../components/overlay/dialog.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import type { WorkspaceUser } from '../queries.ts';
import { EditUser } from './edit-user.tsx';

type DialogName = 'edit' | 'reset' | 'remove';

export function UserActions({ user }: { readonly user: WorkspaceUser }) {
  const [dialog, setDialog] = useState<DialogName>();
  const isCurrent = useSession()?.user.id === user.id;
  const close = (): void => setDialog(undefined);

  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="small" aria-label={`Actions for ${user.email}`} icon={<Ellipsis />} />
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => setDialog('edit')}>
          Change name and role
        </MenuItem>
        {!isCurrent && (
          <>
            <MenuItem icon={<KeyRound />} onSelect={() => setDialog('reset')}>
              Reset the password
            </MenuItem>
            <MenuItem icon={<Trash2 />} isDanger onSelect={() => setDialog('remove')}>
              Remove the user
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'edit' && <EditUser id={user.id} onClose={close} />}
      <ResetPassword user={user} isOpen={dialog === 'reset'} onClose={close} />
      <RemoveUser user={user} isOpen={dialog === 'remove'} onClose={close} />
    </>
  );
}

interface UserDialogProps extends DialogState {
  readonly user: WorkspaceUser;
}

function ResetPassword({ user: { id, email }, ...dialog }: UserDialogProps) {
  const client = useQueryClient();
  const sendLink = async (): Promise<void> => {
    await unwrap(api.POST('/users/{id}/password-reset', { params: { path: { id } } }));
    showToast(`The email to ${email} is being sent`);
    await refresh(client, 'users');
  };

  return (
    <Confirm {...dialog} title={`Reset the password of ${email}?`} action="Send email" onConfirm={sendLink}>
      The user gets an email with a link that works once within 24 hours. Earlier links stop working. The
      present password and sessions stay valid until the link is used.
    </Confirm>
  );
}

function RemoveUser({ user: { id, email }, ...dialog }: UserDialogProps) {
  const client = useQueryClient();
  const [endsCreated, setEndsCreated] = useState(false);
  const remove = async (): Promise<void> => {
    const query = endsCreated
      ? ({ createdKeys: 'revoke', createdWebhooks: 'disable' } as const)
      : ({ createdKeys: 'keep', createdWebhooks: 'keep' } as const);
    await unwrap(api.DELETE('/users/{id}', { params: { path: { id }, query } }));
    showToast(`${email} is removed`);
    await refresh(client, 'users');
  };

  return (
    <Confirm {...dialog} title={`Remove ${email}?`} action="Remove user" onConfirm={remove}>
      <p>All sessions of the user end.</p>
      <CheckboxField
        label="Also revoke API keys and disable webhooks that the user created"
        help="Including the keys and webhooks that were created with these keys."
        name="endsCreated"
        value={endsCreated}
        onChange={setEndsCreated}
      />
    </Confirm>
  );
}
