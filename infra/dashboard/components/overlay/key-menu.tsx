import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { usePaletteAction } from '../page/actions.ts';
import { useShortcut } from '../page/shortcuts.ts';
import './popups.css';

interface KeyMenuProps {
  /** The key that opens the menu, too. */
  readonly keys: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

/** A menu of a page, which a button, a key or the command palette opens. */
export function KeyMenu({ keys, title, icon, children }: KeyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcut(keys, () => setOpen(true), title);
  usePaletteAction(title, () => setOpen(true));

  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger
        render={<Button variant="quiet" icon={icon} aria-label={title} title={`${title} (${keys})`} />}
      />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="popup-positioner">
          <Menu.Popup className="popup menu">{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
