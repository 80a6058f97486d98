import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleStop, Copy, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap, unwrapVersion } from '../../api/client.ts';
import { serviceNow } from '../../api/clock.ts';
import { refresh } from '../../api/lists.ts';
import { useCan } from '../../api/session.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { countOf } from '../../components/number.tsx';
import { Confirm, type DialogState } from '../../components/overlay/dialog.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { type Campaign, campaignQuery } from './queries.ts';
import { StartCampaign } from './start-campaign.tsx';

type Action = 'start' | 'pause' | 'end' | 'delete';

interface CampaignProps {
  readonly campaign: Campaign;
}

export const startLabels = { draft: 'Start', paused: 'Resume', completed: 'Start again' } as const;

/** Start, pause, edit, end and delete, as the status and the role allow. */
export function CampaignActions({ campaign }: CampaignProps) {
  const [action, setAction] = useState<Action>();
  const close = (): void => setAction(undefined);
  const canChange = useCan('member');
  const navigate = useNavigate();
  const { status, id } = campaign;
  const canStart = canChange && status !== 'active';
  usePaletteAction('Start the campaign', () => setAction('start'), canStart);
  usePaletteAction('Pause the campaign', () => setAction('pause'), canChange && status === 'active');
  if (!canChange) return null;

  return (
    <>
      {status === 'active' ? (
        <Button icon={<Pause />} onClick={() => setAction('pause')}>
          Pause
        </Button>
      ) : (
        <Button
          variant={status === 'completed' ? 'secondary' : 'primary'}
          icon={<Play />}
          onClick={() => setAction('start')}
        >
          {startLabels[status]}
        </Button>
      )}
      <Link to="/campaigns/$campaignId/edit" params={{ campaignId: id }} className={buttonClass()}>
        <Pencil aria-hidden="true" />
        Edit
      </Link>
      <Menu trigger={<Button aria-label="More actions" icon={<Ellipsis />} />}>
        <MenuItem
          icon={<Copy />}
          onSelect={() => void navigate({ to: '/campaigns/new', search: { copyOf: id } })}
        >
          Duplicate
        </MenuItem>
        {status === 'active' && (
          <MenuItem icon={<CircleStop />} onSelect={() => setAction('end')}>
            End now
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAction('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {canStart && <StartCampaign campaign={campaign} isOpen={action === 'start'} onClose={close} />}
      <PauseCampaign campaign={campaign} isOpen={action === 'pause'} onClose={close} />
      <EndCampaign campaign={campaign} isOpen={action === 'end'} onClose={close} />
      <DeleteCampaign campaign={campaign} isOpen={action === 'delete'} onClose={close} />
    </>
  );
}

interface ActionDialogProps extends CampaignProps, DialogState {}

interface NameDialogProps extends DialogState {
  readonly campaign: Pick<Campaign, 'id' | 'name'>;
}

export function PauseCampaign({ campaign: { id, name }, ...dialog }: NameDialogProps) {
  const client = useQueryClient();
  const pause = async (): Promise<void> => {
    await unwrap(api.POST('/campaigns/{id}/pause', { params: { path: { id } } }));
    showToast(`“${name}” is paused`);
    await refresh(client, 'campaigns');
  };

  return (
    <Confirm
      {...dialog}
      title={`Pause “${name}”?`}
      action="Pause campaign"
      isDanger={false}
      onConfirm={pause}
    >
      No further email is sent, except emails that are just being sent. Replies, bounces and unsubscribes are
      still processed. Recipients keep their place.
    </Confirm>
  );
}

/** The API completes a campaign with an end date in the past. */
function EndCampaign({ campaign: { id, name, stats }, ...dialog }: ActionDialogProps) {
  const client = useQueryClient();
  const end = async (): Promise<void> => {
    const { etag } = await client.fetchQuery({ ...campaignQuery(id), staleTime: 0 });
    await unwrapVersion(
      api.PATCH('/campaigns/{id}', {
        params: { path: { id }, ...(etag !== undefined && { header: { 'If-Match': etag } }) },
        body: { schedule: { endAt: new Date(serviceNow()).toISOString() } },
      }),
    );
    showToast(`“${name}” is ending`);
    await refresh(client, 'campaigns');
  };
  const unfinished = stats.pending + stats.inProgress + stats.paused;

  return (
    <Confirm {...dialog} title={`End “${name}” now?`} action="End campaign" onConfirm={end}>
      {`The campaign is completed and its end date is set to now. The sequences of ${countOf(unfinished, 'contact')} stop. To send again, remove the end date and restart the recipients.`}
    </Confirm>
  );
}

export function DeleteCampaign({ campaign: { id, name }, ...dialog }: NameDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await unwrap(api.DELETE('/campaigns/{id}', { params: { path: { id } } }));
    await navigate({ to: '/campaigns' });
    showToast(`“${name}” is deleted`);
    client.removeQueries({ queryKey: ['campaigns', 'detail', id] });
    await refresh(client, 'campaigns', 'list');
  };

  return (
    <Confirm {...dialog} title={`Delete “${name}”?`} action="Delete campaign" onConfirm={remove}>
      Sending stops and the campaign cannot be restored. Its activity is kept, and other campaigns can enrol
      its contacts.
    </Confirm>
  );
}
