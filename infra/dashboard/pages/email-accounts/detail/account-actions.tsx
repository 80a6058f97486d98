import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pause, Play, PlugZap, Unplug } from 'lucide-react';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { type AccountVersion, patchAccount } from '../queries.ts';

/** Pauses a connected account, or resumes a paused one. */
export function useTogglePause(version: AccountVersion) {
  const client = useQueryClient();
  const { email, status } = version.account;
  const isPaused = status === 'paused';

  return useMutation({
    mutationFn: () => patchAccount(client, version, { status: isPaused ? 'connected' : 'paused' }),
    onSuccess: () => showToast(`${email} is ${isPaused ? 'resumed' : 'paused'}`),
    onError: showError,
  });
}

export function AccountActions(version: AccountVersion) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const canChange = useCan('member');
  const [isDisconnecting, setDisconnecting] = useState(false);
  const { id, email, status } = version.account;
  const isPaused = status === 'paused';
  const canPause = status === 'connected' || isPaused;
  const { mutate: togglePause, isPending } = useTogglePause(version);
  const reconnect = (): void => void navigate({ to: '/email-accounts/connect', search: { email } });
  usePaletteAction(isPaused ? `Resume ${email}` : `Pause ${email}`, togglePause, canChange && canPause);
  usePaletteAction(`Connect ${email} again`, reconnect, canChange);
  if (!canChange) return null;

  return (
    <>
      {canPause && (
        <Button icon={isPaused ? <Play /> : <Pause />} isPending={isPending} onClick={() => togglePause()}>
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
