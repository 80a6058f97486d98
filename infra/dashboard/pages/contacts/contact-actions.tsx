import { Ellipsis, Eraser, Pencil, Plus, Trash2, UserX } from 'lucide-react';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';

export type OpenDialog = 'edit' | 'enrol' | 'unsubscribe' | 'delete' | 'erase';

interface ContactActionsProps {
  readonly contact: Schemas['Contact'];
  readonly onOpen: (dialog: OpenDialog) => void;
}

export function ContactActions({ contact, onOpen }: ContactActionsProps) {
  return (
    <>
      <Button icon={<Pencil />} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      {contact.status === 'active' && (
        <Button icon={<Plus />} onClick={() => onOpen('enrol')}>
          Add to a campaign
        </Button>
      )}
      <Menu trigger={<Button icon={<Ellipsis />} aria-label="More actions" />}>
        <MenuItem
          icon={<UserX />}
          disabled={contact.status !== 'active'}
          onSelect={() => onOpen('unsubscribe')}
        >
          Mark as unsubscribed
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => onOpen('delete')}>
          Delete contact
        </MenuItem>
        <MenuItem icon={<Eraser />} isDanger onSelect={() => onOpen('erase')}>
          Erase personal data
        </MenuItem>
      </Menu>
    </>
  );
}
