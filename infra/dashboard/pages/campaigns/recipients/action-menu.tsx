import { ChevronDown, Ellipsis } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { formatNumber } from '../../../components/number.tsx';
import { nameOf } from '../../names.ts';
import type { Recipient } from '../queries.ts';
import { type ActionName, actions } from './actions.ts';

interface ActionMenuProps {
  readonly recipients: readonly Recipient[];
  readonly isIconOnly?: boolean | undefined;
  /** With the recipients that the action applies to. */
  readonly onChoose: (name: ActionName, recipients: readonly Recipient[]) => void;
}

/** The actions that apply to some of the recipients, with their number. */
export function ActionMenu({ recipients, isIconOnly = false, onChoose }: ActionMenuProps) {
  const [first] = recipients;

  return (
    <Menu
      trigger={
        isIconOnly ? (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Actions for ${first ? nameOf(first) : 'the recipient'}`}
            icon={<Ellipsis />}
          />
        ) : (
          <Button icon={<ChevronDown />}>Actions</Button>
        )
      }
    >
      {actions.map(({ name, label, isAllowedFor, isDanger }) => {
        const allowedRecipients = recipients.filter(isAllowedFor);
        if (allowedRecipients.length === 0) return null;

        return (
          <MenuItem
            key={name}
            isDanger={isDanger}
            onSelect={() => onChoose(name, allowedRecipients)}
            trailing={
              recipients.length > 1 && <span className="muted">{formatNumber(allowedRecipients.length)}</span>
            }
          >
            {label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
