import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCan } from '../../../api/session.ts';
import { type Reply, updateReply } from '../queries.ts';

/** An opened reply is read. Marked as unread, it stays unread until it is opened again. */
export function useMarkRead({ id, isRead }: Reply): void {
  const client = useQueryClient();
  const canChange = useCan('member');
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !canChange) return;
    isDone.current = true;
    // A reply that stays unread is no loss; the next opening tries again.
    if (!isRead) updateReply(client, id, { isRead: true }).catch(() => undefined);
  }, [client, canChange, id, isRead]);
}
