import { Ban, ChevronDown, Send, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../app/actions.ts';
import { Button } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkTarget } from './bulk-target.ts';
import type { BulkAction } from './queries.ts';

interface BulkMenuProps {
  readonly target: BulkTarget;
}

/** The actions on the chosen contacts. Each opens a dialog that says how many contacts it changes. */
export function BulkMenu({ target }: BulkMenuProps) {
  const [action, setAction] = useState<BulkAction>();
  const item = (name: BulkAction) => () => setAction(name);
  useAction('Add tags to the chosen contacts', item('add_tags'));
  useAction('Add the chosen contacts to a campaign', item('enrol'));

  return (
    <>
      <Menu
        trigger={
          <Button>
            Actions
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={<Tag />} onSelect={item('add_tags')}>
          Add tags
        </MenuItem>
        <MenuItem icon={<X />} onSelect={item('remove_tags')}>
          Remove tags
        </MenuItem>
        <MenuItem icon={<Send />} onSelect={item('enrol')}>
          Add to a campaign
        </MenuItem>
        <MenuItem icon={<Ban />} onSelect={item('remove_from_campaign')}>
          Remove from a campaign
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={item('delete')}>
          Delete contacts
        </MenuItem>
      </Menu>
      <BulkDialog action={action} target={target} onClose={() => setAction(undefined)} />
    </>
  );
}
