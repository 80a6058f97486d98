import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { discardAllDrafts } from '../api/drafts.ts';
import { isSignedOut } from '../api/errors.ts';
import { clearSession } from '../api/session.ts';
import { Menu, MenuGroup, MenuItem } from '../components/overlay/menu.tsx';
import { showError } from '../components/overlay/toast.tsx';
import { hasSingleKeys, setSingleKeys } from '../components/page/shortcuts.ts';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

const themeItems: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  system: { label: 'Same as system', icon: <Monitor /> },
  light: { label: 'Light', icon: <Sun /> },
  dark: { label: 'Dark', icon: <Moon /> },
};

interface UserMenuPopupProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly email: string;
  readonly onClose: () => void;
}

/** The menu of the user, which is open. */
// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function UserMenuPopup({ button, email, onClose }: UserMenuPopupProps) {
  const [theme, setTheme] = useState(readTheme);
  const [isSingleKeys, setIsSingleKeys] = useState(hasSingleKeys);
  const signOut = useSignOut();

  return (
    <Menu align="start" anchor={button} state={[true, onClose]}>
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
      <MenuGroup label="Keyboard">
        <MenuItem
          icon={<Keyboard />}
          trailing={isSingleKeys ? <Check aria-label="On" /> : undefined}
          onSelect={() => {
            setSingleKeys(!isSingleKeys);
            setIsSingleKeys(!isSingleKeys);
          }}
        >
          Shortcuts of a single key
        </MenuItem>
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
    async mutationFn() {
      // The service would refuse a request that it receives after the end of the session.
      await client.cancelQueries();
      // The session may have ended elsewhere.
      await unwrap(api.POST('/auth/logout')).catch(ignoreSignedOut);
    },
    async onSuccess() {
      discardAllDrafts();
      await navigate({ to: '/sign-in' });
      // Before, the page would read the removed data again.
      clearSession(client);
    },
    onError: showError,
  });

  return () => mutate();
}
