import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCan } from '../../../api/session.ts';
import { type Reply, updateReply } from '../queries.ts';

/** Marks a reply as read once when it is opened. The user can then mark it as unread again. */
export function useMarkRead({ id, isRead }: Reply): void {
  const client = useQueryClient();
  const canChange = useCan('member');
  const hasMarked = useRef(false);
  useEffect(() => {
    if (hasMarked.current || !canChange) return;
    hasMarked.current = true;
    // The next opening retries a failed request.
    if (!isRead) updateReply(client, id, { isRead: true }).catch(() => undefined);
  }, [client, canChange, id, isRead]);
}
