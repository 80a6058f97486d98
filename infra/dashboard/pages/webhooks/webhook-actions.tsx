import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Ellipsis, History, KeyRound, Pencil, Play, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap, type Version } from '../../api/client.ts';
import { refresh } from '../../api/lists.ts';
import { useCan } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Confirm, type DialogState } from '../../components/overlay/dialog.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { showToast } from '../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../components/page/actions.ts';
import { EditWebhook } from './dialogs/edit-webhook.tsx';
import { EnableWebhook } from './dialogs/enable-webhook.tsx';
import { ReplayWebhook } from './dialogs/replay-webhook.tsx';
import { RotateSecret } from './dialogs/rotate-secret.tsx';
import { TestWebhook } from './dialogs/test-webhook.tsx';
import { shortUrl } from './labels.ts';
import type { Webhook } from './queries.ts';

type DialogName = 'test' | 'edit' | 'replay' | 'rotate' | 'enable' | 'delete';

export function WebhookActions({ webhook }: { readonly webhook: Version<Webhook> }) {
  const [dialog, setDialog] = useState<DialogName>();
  const canChange = useCan('member');
  usePaletteAction('Send a test event', () => setDialog('test'), canChange);
  usePaletteAction('Replay events', () => setDialog('replay'), canChange);
  usePaletteAction('Edit the webhook', () => setDialog('edit'), canChange);
  if (!canChange) return null;
  const isHealthy = webhook.value.status === 'healthy';

  return (
    <>
      <Button icon={<Zap />} onClick={() => setDialog('test')}>
        Test
      </Button>
      <Button icon={<Pencil />} onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Menu trigger={<Button aria-label="More actions" icon={<Ellipsis />} />}>
        <MenuItem
          icon={<History />}
          disabled={webhook.value.status === 'disabled'}
          onSelect={() => setDialog('replay')}
        >
          Replay events
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={() => setDialog('rotate')}>
          Rotate the secret
        </MenuItem>
        {!isHealthy && (
          <MenuItem icon={<Play />} onSelect={() => setDialog('enable')}>
            Enable the webhook
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setDialog('delete')}>
          Delete the webhook
        </MenuItem>
      </Menu>
      <OpenDialog webhook={webhook} name={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

interface OpenDialogProps {
  readonly webhook: Version<Webhook>;
  readonly name: DialogName | undefined;
  readonly onClose: () => void;
}

function OpenDialog({ webhook, name, onClose }: OpenDialogProps) {
  const { value } = webhook;
  const { createdAfter, createdBefore } = useSearch({ strict: false });
  const period = { ...(createdAfter && { createdAfter }), ...(createdBefore && { createdBefore }) };

  return (
    <>
      {name === 'test' && <TestWebhook webhook={value} onClose={onClose} />}
      {name === 'edit' && <EditWebhook webhook={webhook} onClose={onClose} />}
      {name === 'replay' && <ReplayWebhook webhook={value} period={period} onClose={onClose} />}
      {name === 'rotate' && <RotateSecret webhook={value} onClose={onClose} />}
      {name === 'enable' && <EnableWebhook webhook={value} onClose={onClose} />}
      <DeleteWebhook webhook={value} isOpen={name === 'delete'} onClose={onClose} />
    </>
  );
}

interface DeleteWebhookProps extends DialogState {
  readonly webhook: Webhook;
}

function DeleteWebhook({ webhook: { id, url }, ...dialog }: DeleteWebhookProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await unwrap(api.DELETE('/webhooks/{id}', { params: { path: { id } } }));
    await navigate({ to: '/webhooks' });
    showToast(`${shortUrl(url)} is deleted`);
    client.removeQueries({ queryKey: ['webhooks', 'detail', id] });
    await refresh(client, 'webhooks', 'list');
  };

  return (
    <Confirm {...dialog} title={`Delete ${shortUrl(url)}?`} action="Delete webhook" onConfirm={remove}>
      The endpoint receives no further events, and its deliveries are deleted.
    </Confirm>
  );
}
