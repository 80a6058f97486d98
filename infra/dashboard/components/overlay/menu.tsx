import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode, RefObject } from 'react';
import './popups.css';

interface MenuProps {
  /** The button of the menu; undefined for a menu that is opened by its `state` beside an `anchor`. */
  readonly trigger?: ReactElement;
  /** The element beside the menu, which gets the focus back; by default, the button. */
  readonly anchor?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end' | undefined;
  /** Called when the menu has closed. Before that, other elements cannot get the focus. */
  readonly onClosed?: (() => void) | undefined;
  /** Whether it is open, and the function that changes it; by default, the menu keeps this state. */
  readonly state?: readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] | undefined;
}

export function Menu({ trigger, anchor, children, align = 'end', onClosed, state }: MenuProps) {
  return (
    <Base.Root
      onOpenChangeComplete={(isOpen) => isOpen || onClosed?.()}
      {...(state && { open: state[0], onOpenChange: state[1] })}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={4} align={align} className="popup-positioner">
          <Base.Popup className="popup menu" {...(anchor && { finalFocus: anchor })}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly trailing?: ReactNode;
  readonly isDanger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

export function MenuItem({ onSelect, children, icon, trailing, isDanger, disabled = false }: MenuItemProps) {
  return (
    <Base.Item
      className="menu-item"
      data-danger={isDanger || undefined}
      onClick={onSelect}
      disabled={disabled}
    >
      {icon}
      <span>{children}</span>
      {trailing}
    </Base.Item>
  );
}

export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.Group className="menu-group">
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
