import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useCan, useSession } from '../../../api/session.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { EmptyState } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { usersQuery, type WorkspaceUser } from '../queries.ts';
import { Invitations } from './invitations.tsx';
import { InviteUser } from './invite-user.tsx';
import { roleLabels } from './roles.ts';
import { UserActions } from './user-actions.tsx';
import '../settings.css';

const columns: readonly Column<WorkspaceUser>[] = [
  { id: 'user', header: 'User', cell: (user) => <UserName user={user} />, width: 'minmax(240px, 2fr)' },
  { id: 'role', header: 'Role', cell: ({ role }) => <Badge>{roleLabels[role]}</Badge>, width: '120px' },
  timeColumn('createdAt', 'Joined', { width: '152px' }),
];

export function Users() {
  const isOwner = useCan('owner');
  const [isInviting, setInviting] = useState(false);
  const list = useList(usersQuery);
  usePaletteAction('Invite a user', () => setInviting(true), isOwner);

  return (
    <>
      <div className="section-head">
        <p className="muted">Users sign in to this dashboard. Their role limits what they can change.</p>
        {isOwner && (
          <Button variant="primary" icon={<Plus />} onClick={() => setInviting(true)}>
            Invite user
          </Button>
        )}
      </div>
      <DataTable
        label="Users"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        maxHeight={560}
        {...(isOwner && { rowActions: (user: WorkspaceUser) => <UserActions user={user} /> })}
        empty={<EmptyState title="No users" />}
      />
      {/* Below a list that has its height, nothing moves. */}
      {isOwner && !list.isPending && <Invitations />}
      {isInviting && <InviteUser onClose={() => setInviting(false)} />}
    </>
  );
}

function UserName({ user: { id, name, email } }: { readonly user: WorkspaceUser }) {
  const isCurrent = useSession()?.user.id === id;

  return (
    <>
      <strong>{name ?? email}</strong> {name && <span className="muted">{email}</span>}{' '}
      {isCurrent && <span className="muted">(you)</span>}
    </>
  );
}
