import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Confirm } from '../../../components/dialog.tsx';
import { CheckboxField } from '../../../components/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { ApiKey } from '../queries.ts';

interface RevokeKeyProps {
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const client = useQueryClient();
  const [revokesCreatedKeys, setRevokesCreatedKeys] = useState(false);
  const close = (): void => {
    setRevokesCreatedKeys(false);
    onClose();
  };
  const revoke = async (): Promise<void> => {
    if (!apiKey) return;
    const query = { createdKeys: revokesCreatedKeys ? ('revoke' as const) : ('keep' as const) };
    await unwrap(api.DELETE('/api-keys/{id}', { params: { path: { id: apiKey.id }, query } }));
    showToast(`${apiKey.name} is revoked`);
    await refresh(client, 'api-keys');
  };

  return (
    <Confirm
      isOpen={apiKey !== undefined}
      onClose={close}
      title={`Revoke ${apiKey?.name ?? 'the key'}?`}
      action="Revoke key"
      onConfirm={revoke}
    >
      <p>{`Requests with the key that ends in ${apiKey?.lastFour ?? ''} are rejected immediately.`}</p>
      <CheckboxField
        label="Also revoke keys that were created with it"
        help="Directly or through other keys, for example if the key has leaked."
        name="createdKeys"
        error={undefined}
        value={revokesCreatedKeys}
        onChange={setRevokesCreatedKeys}
      />
    </Confirm>
  );
}
