import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { discardAllDrafts } from '../api/drafts.ts';
import { isSignedOut } from '../api/errors.ts';
import { clearSession, useSession } from '../api/session.ts';
import { Menu, MenuGroup, MenuItem } from '../components/overlay/menu.tsx';
import { showError } from '../components/overlay/toast.tsx';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

const themeItems: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  system: { label: 'Same as system', icon: <Monitor /> },
  light: { label: 'Light', icon: <Sun /> },
  dark: { label: 'Dark', icon: <Moon /> },
};

export function UserMenu() {
  const session = useSession();
  const [theme, setTheme] = useState(readTheme);
  const signOut = useSignOut();
  if (!session) return null;
  const { user, workspaceName } = session;

  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="user-menu">
          <span className="user-menu-avatar" aria-hidden="true">
            {(user.name ?? user.email).slice(0, 1).toUpperCase()}
          </span>
          <span className="user-menu-text">
            <strong className="ellipsis">{user.name ?? user.email}</strong>
            <span className="ellipsis muted">{`${workspaceName ?? 'Workspace'} · ${user.role}`}</span>
          </span>
          <ChevronsUpDown className="user-menu-arrow" aria-hidden="true" />
        </button>
      }
    >
      <MenuGroup label="Theme">
        {themes.map((option) => (
          <MenuItem
            key={option}
            icon={themeItems[option].icon}
            trailing={option === theme ? <Check aria-label="Selected" /> : undefined}
            onSelect={() => {
              applyTheme(option);
              setTheme(option);
            }}
          >
            {themeItems[option].label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={user.email}>
        <MenuItem icon={<LogOut />} onSelect={signOut}>
          Sign out
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}

function ignoreSignedOut(error: unknown): void {
  if (!isSignedOut(error)) throw error;
}

function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    // The session may have ended elsewhere.
    mutationFn: () => unwrap(api.POST('/auth/logout')).catch(ignoreSignedOut),
    onSuccess: async () => {
      discardAllDrafts();
      clearSession(client);
      await navigate({ to: '/sign-in' });
    },
    onError: showError,
  });

  return () => mutate();
}
