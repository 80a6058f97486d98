import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { refresh } from '../../../api/lists.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Confirm } from '../../../components/overlay/dialog.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { Card } from '../../../components/page/page.tsx';
import { QueryState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { sessionsQuery, type UserSession } from '../queries.ts';
import { deviceName } from './device.ts';
import '../settings.css';

export function Sessions() {
  const [isEnding, setEnding] = useState(false);
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const endOthers = async (): Promise<void> => {
    await unwrap(api.DELETE('/auth/sessions'));
    showToast('Your other sessions have ended');
    await refresh(client, 'sessions');
  };

  return (
    <Card
      title="Sessions"
      description="Where you are signed in. A session ends 7 days after its last request."
      actions={
        (query.data?.data.length ?? 0) > 1 && (
          <Button onClick={() => setEnding(true)}>End all other sessions</Button>
        )
      }
    >
      <QueryState query={query}>
        {({ data }) => (
          <ul className="session-list">
            {data.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryState>
      <Confirm
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        title="End all other sessions?"
        action="End all other sessions"
        onConfirm={endOthers}
      >
        Other browsers have to sign in again. This session stays open.
      </Confirm>
    </Card>
  );
}

function Session({ session }: { readonly session: UserSession }) {
  const { id, userAgent, createdAt, lastUsedAt, isCurrent } = session;
  const client = useQueryClient();
  const device = deviceName(userAgent);
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.DELETE('/auth/sessions/{id}', { params: { path: { id } } })),
    async onSuccess() {
      showToast('Session ended', device);
      await refresh(client, 'sessions');
    },
    onError: showError,
  });

  return (
    <li>
      <div className="session-text">
        <strong title={userAgent ?? undefined}>{device}</strong>
        <span className="muted">
          Signed in <Time value={createdAt} none="earlier" /> · last used <Time value={lastUsedAt} />
        </span>
      </div>
      {isCurrent ? (
        <Badge tone="success">This session</Badge>
      ) : (
        <Button
          size="small"
          isPending={isPending}
          aria-label={`End the session ${device}`}
          onClick={() => mutate()}
        >
          End
        </Button>
      )}
    </li>
  );
}
