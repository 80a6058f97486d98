import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useRef } from 'react';
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
  /** Called when the menu has closed. */
  readonly onClosed?: (() => void) | undefined;
}

/** A menu of a page, which a button, a key or the command palette opens. */
export function KeyMenu({ keys, title, icon, children, onClosed }: KeyMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  // As a press of the button, so that Enter chooses the first item.
  const open = (): void => {
    trigger.current?.scrollIntoView({ block: 'nearest' });
    trigger.current?.click();
  };
  useShortcut(keys, open, title);
  usePaletteAction(title, open);

  return (
    <Menu.Root onOpenChangeComplete={(isOpen) => isOpen || onClosed?.()}>
      <Menu.Trigger
        ref={trigger}
        render={
          <Button
            variant="quiet"
            icon={icon}
            aria-label={title}
            data-label={title}
            title={`${title} (${keys})`}
          />
        }
      />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="popup-positioner">
          <Menu.Popup className="popup menu">{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
