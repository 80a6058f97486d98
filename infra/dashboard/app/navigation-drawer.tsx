import { Dialog } from '@base-ui/react/dialog';
import { useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { Sidebar } from './sidebar.tsx';

interface NavigationDrawerProps {
  readonly onClose: () => void;
  readonly onSearch: () => void;
}

/** The navigation of a narrow window. */
// biome-ignore lint/style/noDefaultExport: React's `lazy` takes the default export.
export default function NavigationDrawer({ onClose, onSearch }: NavigationDrawerProps) {
  useChangeOfAddress(onClose);
  const hasChosen = useRef(false);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="shell-drawer"
          aria-label="Navigation"
          finalFocus={() => !hasChosen.current || document.getElementById('main')}
        >
          <Dialog.Close
            className="shell-drawer-close"
            render={<Button variant="quiet" aria-label="Close the navigation" icon={<X />} />}
          />
          <Sidebar
            onNavigate={() => {
              hasChosen.current = true;
              onClose();
            }}
            onSearch={() => {
              onClose();
              onSearch();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useChangeOfAddress(onChange: () => void): void {
  const address = useRouterState({ select: ({ location }) => location.href });
  const opened = useRef(address);
  useEffect(() => {
    if (address !== opened.current) onChange();
  }, [address, onChange]);
}
