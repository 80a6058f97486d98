import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { discardAllDrafts } from '../api/drafts.ts';
import { isSignedOut } from '../api/errors.ts';
import { clearSession } from '../api/session.ts';
import { Menu, MenuGroup, MenuItem } from '../components/overlay/menu.tsx';
import { showError } from '../components/overlay/toast.tsx';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

const themeItems: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  system: { label: 'Same as system', icon: <Monitor /> },
  light: { label: 'Light', icon: <Sun /> },
  dark: { label: 'Dark', icon: <Moon /> },
};

interface UserMenuPopupProps {
  readonly trigger: ReactElement;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly email: string;
}

/** The menu of the user. It opens when it is loaded. */
// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function UserMenuPopup({ trigger, triggerRef, email }: UserMenuPopupProps) {
  const [theme, setTheme] = useState(readTheme);
  const signOut = useSignOut();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The menu returns the focus to the element that has it now. The button that was pressed has been replaced.
    triggerRef.current?.focus();
    setOpen(true);
  }, [triggerRef]);

  return (
    <Menu align="start" state={[isOpen, setOpen]} trigger={trigger}>
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
      <MenuGroup label={email}>
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
