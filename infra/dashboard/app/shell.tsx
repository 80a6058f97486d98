import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { useIsSessionEnded } from '../api/session-gate.ts';
import { IconButton } from '../components/button.tsx';
import { useSettled } from '../components/form/use-settled.ts';
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
  useTopOfPage();
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
      <Announcement title={title} />
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

/** Another page begins at its top, also in a window that is so low that the page before was scrolled. */
function useTopOfPage(): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page.
  useLayoutEffect(() => {
    document.getElementById('main')?.scrollTo(0, 0);
  }, [pathname]);
}

/** After the title of the route, the name of the object follows when it is loaded. */
const announcementMs = 500;

/** Screen readers do not read the title of a page that another page has opened. */
function Announcement({ title = '' }: { readonly title: string | undefined }) {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [firstPathname, setFirstPathname] = useState(pathname);
  const [hasMoved, setMoved] = useState(false);
  if (firstPathname === undefined && pathname !== undefined) setFirstPathname(pathname);
  else if (!hasMoved && pathname !== firstPathname) setMoved(true);
  const settledTitle = useSettled(title, announcementMs);

  return (
    <p className="visually-hidden" role="status">
      {hasMoved && settledTitle}
    </p>
  );
}

function useRouteTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
}
