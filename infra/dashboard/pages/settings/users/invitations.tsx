import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh, useList } from '../../../api/lists.ts';
import { Badge, type StateLabel } from '../../../components/badge.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { type Invitation, invitationsQuery } from '../queries.ts';
import { roleLabels } from './roles.ts';

const columns: readonly Column<Invitation>[] = [
  {
    id: 'email',
    header: 'Invited',
    cell: ({ email }) => <strong>{email}</strong>,
    width: 'minmax(240px, 2fr)',
  },
  { id: 'role', header: 'Role', cell: ({ role }) => <Badge>{roleLabels[role]}</Badge>, width: '120px' },
  {
    id: 'email-status',
    header: 'Email',
    cell: (invitation) => <EmailStatus invitation={invitation} />,
    width: '128px',
  },
  timeColumn('expiresAt', 'Expires', { width: '152px' }),
];

const emailStates: Readonly<Record<string, StateLabel>> = {
  queued: { label: 'Queued', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  outcome_unknown: { label: 'Unknown', tone: 'warning' },
};
const emailReasons: Readonly<Record<string, string>> = {
  blocklisted: 'The address is on the blocklist. Remove it there, then create a new invitation.',
  account_not_connected: 'The mailbox of the service is not connected. Ask its operator.',
  rejected: 'The mail server rejected the email.',
};

function EmailStatus({ invitation: { invitationEmail: email } }: { readonly invitation: Invitation }) {
  const { label, tone } = emailStates[email.status] ?? { label: email.status, tone: 'neutral' };
  const reason = email.status === 'outcome_unknown' ? unknownOutcome : emailReasons[email.error ?? ''];

  return (
    <Badge tone={tone} reason={reason}>
      {label}
    </Badge>
  );
}

const unknownOutcome = 'The mail server may or may not have accepted the email. It is not sent again.';

export function Invitations() {
  const list = useList(invitationsQuery);
  const [invitationToDelete, setInvitationToDelete] = useState<Invitation>();

  return (
    <>
      <div className="section-head">
        <h2>Open invitations</h2>
      </div>
      <DataTable
        label="Open invitations"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        maxHeight={400}
        rowActions={(invitation) => (
          <IconButton
            size="small"
            label={`Delete the invitation of ${invitation.email}`}
            icon={<Trash2 />}
            onClick={() => setInvitationToDelete(invitation)}
          />
        )}
        empty={<p className="muted">No invitation is open.</p>}
      />
      <DeleteInvitation invitation={invitationToDelete} onClose={() => setInvitationToDelete(undefined)} />
    </>
  );
}

interface DeleteInvitationProps {
  readonly invitation: Invitation | undefined;
  readonly onClose: () => void;
}

function DeleteInvitation({ invitation, onClose }: DeleteInvitationProps) {
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    if (!invitation) return;
    await unwrap(api.DELETE('/users/invitations/{id}', { params: { path: { id: invitation.id } } }));
    showToast(`The invitation of ${invitation.email} is deleted`);
    await refresh(client, 'users');
  };

  return (
    <Confirm
      isOpen={invitation !== undefined}
      onClose={onClose}
      title={`Delete the invitation of ${invitation?.email ?? 'the user'}?`}
      action="Delete invitation"
      onConfirm={remove}
    >
      Its link stops working.
    </Confirm>
  );
}
