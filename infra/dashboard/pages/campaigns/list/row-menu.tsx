import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { DeleteCampaign, PauseCampaign, startLabels } from '../campaign-actions.tsx';
import type { CampaignSummary } from '../queries.ts';

/** What the page of the campaign offers, without opening it. */
export function RowMenu({ campaign }: { readonly campaign: CampaignSummary }) {
  const { id, name, status } = campaign;
  const [action, setAction] = useState<'pause' | 'delete'>();
  const navigate = useNavigate();
  const edit = (section: 'emails' | 'start') =>
    void navigate({ to: '/campaigns/$campaignId/edit', params: { campaignId: id }, search: { section } });
  const close = (): void => setAction(undefined);

  return (
    <>
      <Menu
        trigger={
          <Button size="small" variant="quiet" icon={<Ellipsis />} aria-label={`Actions for ${name}`} />
        }
      >
        {status === 'active' ? (
          <MenuItem icon={<Pause />} onSelect={() => setAction('pause')}>
            Pause
          </MenuItem>
        ) : (
          <MenuItem icon={<Play />} onSelect={() => edit('start')}>
            {startLabels[status]}
          </MenuItem>
        )}
        <MenuItem icon={<Pencil />} onSelect={() => edit('emails')}>
          Edit
        </MenuItem>
        <MenuItem
          icon={<Copy />}
          onSelect={() => void navigate({ to: '/campaigns/new', search: { copyOf: id } })}
        >
          Duplicate
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAction('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <PauseCampaign campaign={campaign} isOpen={action === 'pause'} onClose={close} />
      <DeleteCampaign campaign={campaign} isOpen={action === 'delete'} onClose={close} />
    </>
  );
}
