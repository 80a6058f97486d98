import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { serviceNow } from '../../../api/clock.ts';
import { refresh, useList } from '../../../api/lists.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { CheckboxField } from '../../../components/form/field.tsx';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { showToast } from '../../../components/overlay/toast.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { EmptyState } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { Time } from '../../../components/time.tsx';
import { type ApiKey, apiKeysQuery, usersQuery } from '../queries.ts';
import { OwnersOnly } from '../settings-page.tsx';
import { CreateKey } from './create-key.tsx';

const columnsOf = (authors: ReadonlyMap<string, string>): readonly Column<ApiKey>[] => [
  { id: 'name', header: 'Name', cell: ({ name }) => <strong>{name}</strong>, width: 'minmax(160px, 2fr)' },
  {
    id: 'key',
    header: 'Key',
    cell: ({ prefix, lastFour }) => <code>{`${prefix}…${lastFour}`}</code>,
    width: '128px',
  },
  {
    id: 'scope',
    header: 'Scope',
    cell: ({ scope }) => (scope === 'full-access' ? 'Full access' : 'Read only'),
    width: '104px',
  },
  { id: 'expiresAt', header: 'Expires', cell: (key) => <Expiry apiKey={key} />, width: '112px' },
  timeColumn('lastUsedAt', 'Last used', { none: 'Never', width: '152px' }),
  {
    id: 'createdBy',
    header: 'Created by',
    cell: ({ createdBy }) => authors.get(createdBy) ?? createdBy,
    width: 'minmax(120px, 1fr)',
    isWideOnly: true,
  },
  timeColumn('createdAt', 'Created', { format: 'date', width: '104px', isWideOnly: true }),
];

export const ApiKeys = () => (
  <OwnersOnly>
    <KeyList />
  </OwnersOnly>
);

function KeyList() {
  const list = useList(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey>();
  const authors = useAuthors(list.rows);
  usePaletteAction('Create an API key', () => setCreating(true));

  return (
    <>
      <div className="section-head">
        <p className="muted">
          Programs use keys to call the API. The service stores only a hash of each key.
        </p>
        <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          Create API key
        </Button>
      </div>
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
      <RevokeKey apiKey={keyToRevoke} onClose={() => setKeyToRevoke(undefined)} />
      <DataTable
        label="API keys"
        list={list}
        columns={useMemo(() => columnsOf(authors), [authors])}
        rowId={({ id }) => id}
        rowActions={(key) => (
          <IconButton
            size="small"
            label={`Revoke ${key.name}`}
            icon={<Trash2 />}
            onClick={() => setKeyToRevoke(key)}
          />
        )}
        empty={
          <EmptyState title="No API keys" icon={<KeyRound />}>
            Create a key to call the API from your own programs.
          </EmptyState>
        }
      />
    </>
  );
}

function Expiry({ apiKey: { expiresAt } }: { readonly apiKey: ApiKey }) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= serviceNow();

  return isExpired ? (
    <Badge tone="danger" reason={<Time value={expiresAt} format="full" />}>
      Expired
    </Badge>
  ) : (
    <Time value={expiresAt} format="date" none="Never" />
  );
}

/** Names of the users and keys that created keys. */
function useAuthors(keys: readonly ApiKey[]): ReadonlyMap<string, string> {
  const users = useList(usersQuery).rows;

  return useMemo(
    () =>
      new Map([
        ['operator', 'Operator'],
        ...keys.map(({ id, name }) => [id, `Key ${name}`] as const),
        ...users.map(({ id, email }) => [id, email] as const),
      ]),
    [keys, users],
  );
}

interface RevokeKeyProps {
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const client = useQueryClient();
  const [revokesCreatedKeys, setRevokesCreatedKeys] = useState(false);
  const [disablesWebhooks, setDisablesWebhooks] = useState(false);
  const close = (): void => {
    setRevokesCreatedKeys(false);
    setDisablesWebhooks(false);
    onClose();
  };
  const revoke = async (): Promise<void> => {
    if (!apiKey) return;
    const query = {
      createdKeys: revokesCreatedKeys ? ('revoke' as const) : ('keep' as const),
      createdWebhooks: disablesWebhooks ? ('disable' as const) : ('keep' as const),
    };
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
        value={revokesCreatedKeys}
        onChange={setRevokesCreatedKeys}
      />
      <CheckboxField
        label="Also disable webhooks that were created with it"
        name="createdWebhooks"
        value={disablesWebhooks}
        onChange={setDisablesWebhooks}
      />
    </Confirm>
  );
}
