import { Dialog } from '@base-ui/react/dialog';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button, IconButton } from '../components/button.tsx';
import { useShortcut } from '../components/page/shortcuts.ts';
import { useTitle } from '../components/page/use-title.ts';
import { Sidebar } from './sidebar.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { WaitingBar } from './waiting-bar.tsx';
import './shell.css';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** The frame of all pages: navigation, command palette and the notice of waiting requests. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const openPalette = (): void => setPaletteOpen(true);
  useShortcut('mod+k', openPalette);
  useTitle(useRouteTitle());
  useFocusKeeper();

  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <aside className="shell-side">
        <Sidebar onSearch={openPalette} />
      </aside>
      <header className="shell-top">
        <MobileNavigation onSearch={openPalette} />
        <span className="shell-brand">Outreach</span>
        <IconButton label="Search" onClick={openPalette} icon={<Search />} />
      </header>
      <main id="main" className="shell-main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <WaitingBar />
      <Suspense>{isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}</Suspense>
    </div>
  );
}

function MobileNavigation({ onSearch }: { readonly onSearch: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const address = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation closes when the address changes.
  useEffect(() => setOpen(false), [address]);

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger
        render={<Button variant="quiet" aria-label="Open the navigation" icon={<MenuIcon />} />}
      />
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="shell-drawer" aria-label="Navigation">
          <Dialog.Close
            className="shell-drawer-close"
            render={<Button variant="quiet" aria-label="Close the navigation" icon={<X />} />}
          />
          <Sidebar
            onNavigate={() => setOpen(false)}
            onSearch={() => {
              setOpen(false);
              onSearch();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useRouteTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
}
