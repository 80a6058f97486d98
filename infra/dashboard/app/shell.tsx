import { Outlet, useMatches } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useIsSessionEnded } from '../api/session-gate.ts';
import { IconButton } from '../components/button.tsx';
import { useHeldKeys } from '../components/page/held-keys.ts';
import { useShortcut } from '../components/page/shortcuts.ts';
import { usePageTitle, useTitle, useTitleMark } from '../components/page/use-title.ts';
import { Sidebar } from './sidebar.tsx';
import { useUnreadCount } from './unread-count.ts';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { WaitingBar } from './waiting-bar.tsx';
import './shell.css';

// Opened later, so they are not parts of the first load.
const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ShortcutList = lazy(() => import('./shortcut-list.tsx'));
const NavigationDrawer = lazy(() => import('./navigation-drawer.tsx'));
const SignInAgain = lazy(() => import('./sign-in-again.tsx'));

/** The frame of all pages: navigation, command palette, the notice of waiting requests and the sign-in after an ended session. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isShortcutListOpen, setShortcutListOpen] = useState(false);
  const isSessionEnded = useIsSessionEnded();
  const openPalette = (): void => setPaletteOpen(true);
  const openDrawer = (): void => setDrawerOpen(true);
  useShortcut('mod+k', openPalette, 'Search pages, contacts, campaigns and actions');
  useShortcut('?', () => setShortcutListOpen(true), 'List the keyboard shortcuts');
  const title = usePageTitle(useRouteTitle());
  useTitle(title);
  useTitleMark(useUnreadCount());
  useFocusKeeper();
  useHeldKeys();

  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <aside className="shell-side">
        <Sidebar onSearch={openPalette} />
      </aside>
      <header className="shell-top">
        <IconButton label="Open the navigation" onClick={openDrawer} icon={<Menu />} />
        <span className="shell-brand">Outreach</span>
        <IconButton label="Search" onClick={openPalette} icon={<Search />} />
      </header>
      <main id="main" className="shell-main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <WaitingBar />
      <Suspense>{isSessionEnded && <SignInAgain />}</Suspense>
      <Suspense>{isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}</Suspense>
      <Suspense>{isShortcutListOpen && <ShortcutList onClose={() => setShortcutListOpen(false)} />}</Suspense>
      <Suspense>
        {isDrawerOpen && <NavigationDrawer onClose={() => setDrawerOpen(false)} onSearch={openPalette} />}
      </Suspense>
    </div>
  );
}

function useRouteTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
}
