import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSession } from '../api/session.ts';

// Not a part of the first load.
const UserMenuPopup = lazy(() => import('./user-menu-popup.tsx'));

export function UserMenu() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!session) return null;
  const { user, workspaceName } = session;

  return (
    <>
      <button
        ref={button}
        type="button"
        className="user-menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className="user-menu-avatar" aria-hidden="true">
          {(user.name ?? user.email).slice(0, 1).toUpperCase()}
        </span>
        <span className="user-menu-text">
          <strong className="ellipsis">{user.name ?? user.email}</strong>
          <span className="ellipsis muted">{`${workspaceName ?? 'Workspace'} · ${user.role}`}</span>
        </span>
        <ChevronsUpDown className="user-menu-arrow" aria-hidden="true" />
      </button>
      <Suspense>
        {isOpen && <UserMenuPopup button={button} email={user.email} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
