import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pause, Play, PlugZap, Unplug } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { usePaletteAction } from '../../../app/actions.ts';
import { Button } from '../../../components/button.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import { showError, showToast } from '../../../components/toast.tsx';
import { patchAccount } from '../queries.ts';
import type { AccountVersion } from './account-detail.tsx';

export function AccountActions({ account, etag }: AccountVersion) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canChange = useCan('member');
  const [isDisconnecting, setDisconnecting] = useState(false);
  const { id, email, status } = account;
  const isPaused = status === 'paused';
  const canPause = status === 'connected' || isPaused;
  const { mutate: togglePaused, isPending } = useMutation({
    mutationFn: () => patchAccount(client, id, etag, { status: isPaused ? 'connected' : 'paused' }),
    onSuccess: () => showToast(`${email} is ${isPaused ? 'resumed' : 'paused'}`),
    onError: showError,
  });
  const reconnect = (): void => void navigate({ to: '/email-accounts/connect', search: { email } });
  usePaletteAction(isPaused ? `Resume ${email}` : `Pause ${email}`, togglePaused, canChange && canPause);
  usePaletteAction(`Connect ${email} again`, reconnect, canChange);
  if (!canChange) return null;

  return (
    <>
      {canPause && (
        <Button icon={isPaused ? <Play /> : <Pause />} isPending={isPending} onClick={() => togglePaused()}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      <Menu trigger={<Button aria-label="More actions" icon={<Ellipsis />} />}>
        <MenuItem icon={<PlugZap />} onSelect={reconnect}>
          Connect again
        </MenuItem>
        <MenuItem
          icon={<Unplug />}
          isDanger
          disabled={status === 'disconnected'}
          onSelect={() => setDisconnecting(true)}
        >
          Disconnect
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={isDisconnecting}
        onClose={() => setDisconnecting(false)}
        title={`Disconnect ${email}?`}
        action="Disconnect account"
        onConfirm={async () => {
          await unwrap(api.DELETE('/email-accounts/{id}', { params: { path: { id } } }));
          showToast(`${email} is disconnected`);
          await refresh(client, 'email-accounts');
        }}
      >
        Its credentials are deleted, it sends nothing and its inbox is no longer read. The account stays in
        the list, and you can connect it again.
      </Confirm>
    </>
  );
}
