import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import './popups.css';

interface MenuProps {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end' | undefined;
  /** Whether it is open, and the function that changes it; by default, the menu keeps this state. */
  readonly state?: readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] | undefined;
}

export function Menu({ trigger, children, align = 'end', state }: MenuProps) {
  return (
    <Base.Root {...(state && { open: state[0], onOpenChange: state[1] })}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="popup-positioner">
          <Base.Popup className="popup menu">{children}</Base.Popup>
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
