import { Ban, ChevronDown, Send, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkTarget } from './bulk-target.ts';
import type { BulkAction } from './queries.ts';

/** The actions on the chosen contacts. Each action opens a dialog that states the number of contacts. */
export function BulkMenu({ target }: { readonly target: BulkTarget }) {
  const [action, setAction] = useState<BulkAction>();
  const openDialog = (name: BulkAction) => () => setAction(name);
  usePaletteAction('Add tags to the chosen contacts', openDialog('add_tags'));
  usePaletteAction('Add the chosen contacts to a campaign', openDialog('enrol'));

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
        <MenuItem icon={<Tag />} onSelect={openDialog('add_tags')}>
          Add tags
        </MenuItem>
        <MenuItem icon={<X />} onSelect={openDialog('remove_tags')}>
          Remove tags
        </MenuItem>
        <MenuItem icon={<Send />} onSelect={openDialog('enrol')}>
          Add to a campaign
        </MenuItem>
        <MenuItem icon={<Ban />} onSelect={openDialog('remove_from_campaign')}>
          Remove from a campaign
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={openDialog('delete')}>
          Delete contacts
        </MenuItem>
      </Menu>
      <BulkDialog action={action} target={target} onClose={() => setAction(undefined)} />
    </>
  );
}
